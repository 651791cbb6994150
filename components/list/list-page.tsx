'use client'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { DataTable, type DataTableProps } from '@/components/data-table/data-table'
import { FilterBar } from '@/components/data-table/filter-bar'
import { QueryError, RefreshNotice, tableStatus } from '@/components/data-table/query-state'
import { SearchField } from '@/components/data-table/search-field'
import { PageGone } from '@/components/data-table/page-gone'
import { TableFooter } from '@/components/data-table/table-footer'
import { useMay } from '@/components/frame/use-may'
import { SimilarOnlyNotice, MirrorUnread, StaleMirrorNotice } from '@/components/mirror/notices'
import { pageSizes } from '@/lib/core/lists/paging'
import { ListHeader, useNewHref } from './list-header'
import { ListTools } from './list-tools'
import type { List } from './use-list'
import { type LucideIcon, Plus, SearchX } from 'lucide-react'
import { EmptyState } from '../ui/empty-state'
import { LinkButton } from '../ui/link'
import type { ListWords } from './define-list'
import { Button } from '@/components/ui/button'
import type { ListState } from '../data-table/use-list-state'

interface ListPageProps<Row extends { id: string }> extends ListBodyProps<Row> {
  meta?: ReactNode
  actions?: ReactNode
  primary?: ReactNode
}

/** The page of a list. Each slot can be replaced. */
export function ListPage<Row extends { id: string }>(props: ListPageProps<Row>) {
  const { meta, actions, primary, ...body } = props
  return (
    <>
      <ListHeader list={body.list} meta={meta} actions={actions} primary={primary} />
      <ListBody {...body} />
    </>
  )
}

interface ListBodyProps<Row extends { id: string }> extends Pick<
  DataTableProps<Row>,
  'groupOf' | 'openRowId'
> {
  list: List<Row>
  /** Renders a row on a phone. Its link has `data-row-link`, so that J and K find it. */
  renderCard: (row: Row, href: Route) => ReactNode
  /** Default: the row's page. Null: rows have none. */
  hrefOf?: ((row: Row) => Route) | null
  /**
   * Shown for an empty list: what belongs here, and the first step. Default: the words of the list, and the button to
   * create a record.
   */
  empty?: ReactNode
  /** If nothing is found: a link to what the search leaves out. */
  wider?: ReactNode
  /** Notices about the rows, below the search, which must not move while someone types. */
  notices?: ReactNode
  /** Default: sort, columns and saved views. */
  tools?: ReactNode
  /** Bulk actions, shown at the foot while rows are selected. The foot then stays visible. */
  bulkBar?: ReactNode
}

/** The search, filters, rows and pages of a list, and the dialog of a filter. */
export function ListBody<Row extends { id: string }>(props: ListBodyProps<Row>) {
  const { list, renderCard, empty, wider, notices, tools, bulkBar, hrefOf = pageOf(list), ...table } = props
  const { look, state, query, page, rows, layout, filters, selection } = list
  const t = useTranslations(look.of)
  const isSearched = !!state.q || state.isNarrowed
  const bar = page && selection.count(list.total) > 0 && bulkBar
  return (
    <>
      <div className="mb-2.5 flex flex-wrap items-center gap-2 xl:flex-nowrap">
        <SearchField
          value={state.q}
          onSearch={state.search}
          placeholder={t('searchPlaceholder')}
          className="w-[270px] shrink-0 max-md:w-full"
        />
        <FilterBar filters={filters} onClear={state.clearFilters} isNarrowed={state.isNarrowed} />
        <div className="ms-auto flex shrink-0 items-center gap-1 print:hidden">
          {tools ?? <ListTools list={list} />}
        </div>
      </div>
      {notices ?? <Notices list={list} />}
      <RefreshNotice query={query} />
      <DataTable
        {...table}
        label={t('title')}
        columns={list.columns}
        rows={rows}
        rowId={idOf}
        rowHref={hrefOf ?? noPage}
        rowName={look.rowName}
        renderCard={(row) => renderCard(row, hrefOf?.(row) ?? here)}
        density={layout.density}
        selection={look.rowName && selection}
        isSelectingCards={list.isSelecting}
        sort={state.sort}
        onSortChange={state.sortBy}
        status={tableStatus(query)}
        empty={<Instead list={list} isSearched={isSearched} empty={empty} wider={wider} />}
        error={<QueryError query={query} title={t('failedTitle')} />}
        hasBar={!!bar}
        footer={
          page && (
            <TableFooter
              from={state.from}
              shown={page.items.length}
              total={list.total}
              isTotalExact={list.isTotalExact}
              {...state.pager(page, pageSizes.default)}
            >
              {bar}
            </TableFooter>
          )
        }
      />
      {page && !page.next_cursor && <OnlyBest list={list} />}
      {filters.find(({ id }) => id === list.dialog)?.dialog?.(list.closeDialog)}
    </>
  )
}

const idOf = ({ id }: { id: string }) => id
const noPage = () => null
const here = '#' as Route
const pageOf =
  <Row extends { id: string }>({ shop, look }: List<Row>) =>
  ({ id }: Row) =>
    `/shops/${shop}/${look.path}/${id}` as Route

interface PartProps<Row extends { id: string }> {
  list: List<Row>
}

/**
 * Says that a mirror is older than it should be, that the rows are only similar to the search, or that parts of contacts
 * were not searched.
 */
function Notices<Row extends { id: string }>({ list }: PartProps<Row>) {
  const { shop, look, state, page, mirror, query } = list
  const t = useTranslations('mirror')
  const maySeeContacts = useMay('personal_data.read')
  return (
    <>
      {mirror && <StaleMirrorNotice {...mirror} shop={shop} askedAt={query.dataUpdatedAt} />}
      {page?.alike && <SimilarOnlyNotice q={state.q} />}
      {look.hasMaskedContacts && state.q && !maySeeContacts && (
        <p className="mb-2.5 text-md text-muted">{t('wholeContactsOnly')}</p>
      )}
    </>
  )
}

interface InsteadProps<Row extends { id: string }> extends PartProps<Row> {
  isSearched: boolean
  empty: ReactNode
  wider: ReactNode
}

/**
 * Says why there are no rows: the mirror was never read, a later page is now empty, nothing matches, or there is
 * nothing yet.
 */
function Instead<Row extends { id: string }>(props: InsteadProps<Row>) {
  const { list, isSearched, empty, wider } = props
  const { look, shop, state, mirror } = list
  const newHref = useNewHref(list)
  if (mirror?.page.synced_at === null)
    return <MirrorUnread {...mirror} of={look.of} shop={shop} isSearched={isSearched} />
  if (!state.isFirstPage) return <PageGone toFirstPage={state.toFirstPage} />
  if (isSearched) return <NothingFound list={state} wider={wider} />
  return empty ?? <EmptyList of={look.of} icon={look.icon} newHref={newHref} />
}

/** Explains why a list sorted by relevance ends before all matches. */
function OnlyBest<Row extends { id: string }>({ list: { page, total, isTotalExact } }: PartProps<Row>) {
  const t = useTranslations('mirror')
  if (page?.best == null) return null
  return (
    <p role="status" className="mt-2.5 text-center text-md text-muted">
      {t(isTotalExact ? 'best' : 'bestAbout', { best: page.best, total })}
    </p>
  )
}

interface EmptyListProps {
  of: ListWords
  icon: LucideIcon
  /** Null when the viewer may not create any. */
  newHref: Route | null
}

/** The empty state of a list without records. */
function EmptyList({ of, icon: Icon, newHref }: EmptyListProps) {
  const t = useTranslations(of)
  const create = newHref && (
    <LinkButton href={newHref} variant="primary" icon={<Plus aria-hidden size={16} />}>
      {t('new' as 'title')}
    </LinkButton>
  )
  return (
    <EmptyState icon={<Icon size={19} />} title={t('emptyTitle')} action={create}>
      {t('emptyText')}
    </EmptyState>
  )
}

interface NothingFoundProps {
  list: ListState
  /** A link to what this search leaves out. */
  wider: ReactNode
}

function NothingFound({ list: { q, isNarrowed, clearFilters, search }, wider }: NothingFoundProps) {
  const t = useTranslations('table')
  return (
    <EmptyState
      icon={<SearchX size={19} />}
      title={t('nothingFound')}
      action={
        <>
          <Button onPress={isNarrowed ? clearFilters : () => search('')}>
            {t(isNarrowed ? 'clearFilters' : 'clearSearch')}
          </Button>
          {wider}
        </>
      }
    >
      {q && isNarrowed
        ? t('nothingFoundBoth', { q })
        : q
          ? t('nothingFoundText', { q })
          : t('nothingFoundFilters')}
    </EmptyState>
  )
}
