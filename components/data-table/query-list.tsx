'use client'
import type { UseQueryResult } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { pageSizes } from '@/lib/core/paging'
import { DataTable, type DataTableProps } from './data-table'
import { FilterBar } from './filter-bar'
import type { ListFilter } from './filters'
import { QueryError, RefreshNotice, tableStatus } from './query-state'
import { SearchField } from './search-field'
import { TableFooter } from './table-footer'
import type { ListState } from './use-list-state'

// Seldom needed, so not loaded with every list.
const NothingFound = dynamic(() => import('./nothing-found'), { loading: () => null })

/** A page of a list, as our API returns it. */
interface Page<Row> {
  items: readonly Row[]
  next_cursor: string | null
  prev_cursor: string | null
  total: number
  total_exact: boolean
}

type FromTable<Row extends object> = Pick<
  DataTableProps<Row>,
  | 'label'
  | 'columns'
  | 'rowId'
  | 'rowHref'
  | 'groupOf'
  | 'openRowId'
  | 'renderCard'
  | 'empty'
  | 'selection'
  | 'rowName'
  | 'isSelectingCards'
  | 'density'
>

export interface QueryListProps<Row extends object> extends FromTable<Row> {
  list: ListState
  query: UseQueryResult<Page<Row>>
  /** Returns the rows of an item, where each item has several. */
  rowsOf?: (item: Row) => readonly Row[]
  searchPlaceholder: string
  failedTitle: string
  /** Shown in place of rows as long as the list was never read. A search does not change that. */
  unread?: ReactNode
  filters?: readonly ListFilter[]
  /** Notices about the rows. Below the search, which must not move while someone types. */
  notices?: ReactNode
  tools?: ReactNode
  /** Bulk actions, shown at the foot while rows are selected. The foot then stays visible. */
  bulkBar?: ReactNode
  /** Shown after the last page: why more rows match than the list has. */
  endNote?: ReactNode
}

/** A list of our API with search, table or cards, and pages. Its state is in the address. */
export function QueryList<Row extends object>(props: QueryListProps<Row>) {
  const { list, query, searchPlaceholder, failedTitle, empty, filters, notices, tools, ...rest } = props
  const { bulkBar, endNote, rowsOf, unread, ...table } = rest
  const page = query.data
  return (
    <>
      <div className="mb-2.5 flex flex-wrap items-center gap-2 xl:flex-nowrap">
        <SearchField
          value={list.q}
          onSearch={list.search}
          placeholder={searchPlaceholder}
          className="w-[270px] shrink-0 max-md:w-full"
        />
        {filters && <FilterBar filters={filters} onClear={list.clear} isNarrowed={list.isNarrowed} />}
        {tools && <div className="ml-auto flex shrink-0 items-center gap-1">{tools}</div>}
      </div>
      {notices}
      <RefreshNotice query={query} />
      <DataTable
        {...table}
        rows={(rowsOf ? page?.items.flatMap(rowsOf) : page?.items) ?? []}
        sort={list.sort}
        onSortChange={list.sortBy}
        status={tableStatus(query)}
        empty={unread || (list.q || list.isNarrowed ? <NothingFound list={list} /> : empty)}
        error={<QueryError query={query} title={failedTitle} />}
        hasBar={!!bulkBar}
        footer={
          page && (
            <Footer list={list} page={page}>
              {bulkBar}
            </Footer>
          )
        }
      />
      {endNote && page && !page.next_cursor && (
        <p role="status" className="mt-2.5 text-center text-md text-muted">
          {endNote}
        </p>
      )}
    </>
  )
}

function Footer({ list, page, children }: { list: ListState; page: Page<unknown>; children?: ReactNode }) {
  return (
    <TableFooter
      from={list.from}
      shown={page.items.length}
      total={page.total}
      isTotalExact={page.total_exact}
      {...list.pager(page, pageSizes.default)}
    >
      {children}
    </TableFooter>
  )
}
