'use client'
import {
  type QueryKey,
  useQuery,
  type UseQueryResult,
  useQueries,
  type UseQueryOptions,
} from '@tanstack/react-query'
import type { ParserMap } from 'nuqs'
import { createElement, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '../data-table/table-head'
import type { ListFilter } from '../data-table/filter-bar'
import { type ListState, useListState } from '../data-table/use-list-state'
import { type Selection, selectionOf, usePicked } from '../data-table/selection/use-selection'
import type { MirrorSource } from '../mirror/freshness'
import { filterChips, type OwnFilters } from './filters/filters'
import { type Layout, useLayout } from './layout'
import type { ListColumn, ListColumns, ListDeclaration, ListedPage, ListLook, ListWords } from './define-list'

/** A list in use, as its parts take it. A page may replace members, such as the rows. */
export interface List<Row extends { id: string }> {
  look: ListLook<Row>
  shop: string
  state: ListState & { filters: object }
  query: UseQueryResult<ListedPage<Row>>
  page: ListedPage<Row> | undefined
  /** Where the list is a mirror, once it is loaded. */
  mirror: { page: MirrorPage; source: MirrorSource } | null
  rows: readonly Row[]
  total: number
  isTotalExact: boolean
  layout: Layout
  /** The visible columns. */
  columns: readonly NamedColumn<Row>[]
  /** The columns that a person may hide. */
  optionalColumns: readonly NamedColumn<Row>[]
  /** The columns to sort by, in the order of the API. */
  sortColumns: readonly NamedColumn<Row>[]
  filters: readonly ListFilter[]
  /** The ID of the filter whose dialog is open. */
  dialog: string | null
  closeDialog: () => void
  selection: Selection<Row>
  /** Cards show their checkboxes. */
  isSelecting: boolean
  setIsSelecting: (isSelecting: boolean) => void
}

interface MirrorPage {
  synced_at: string | null
  syncing: boolean
  refresh_failed_at: string | null
}

interface NamedColumn<Row> extends Column<Row> {
  name: string
  exported: readonly string[]
}

const idOf = ({ id }: { id: string }) => id

/** Returns a list's state, which is in the address, and the page of rows that it asks for. */
export function useListQuery<
  Of extends ListWords,
  Page extends ListedPage<{ id: string }>,
  Sort extends string,
  Filters extends ParserMap,
  Key extends QueryKey,
  Answer,
>(look: ListDeclaration<Of, Page, Sort, Filters, Key, Answer>, shop: string) {
  const state = useListState(look.params)
  const query = useQuery(look.query(shop, state.filters))
  const page = usePageToDraw(query.data)
  const layout = useLayout(look.usual)
  const [dialog, openDialog] = useState<string | null>(null)
  const rows: readonly Page['items'][number][] = page?.items ?? []
  const { narrowed, narrow } = state
  return {
    look,
    shop,
    state,
    narrowed,
    narrow,
    query,
    page,
    rows,
    layout,
    isShown: layout.isShown,
    dialog,
    openDialog,
  }
}

/** How long the rows of an earlier answer may stay. */
const staleMs = 1_000

/**
 * Returns the page to draw. New rows are drawn piece by piece, so that a key pressed meanwhile shows at once; the first
 * rows replace none. React can keep a deferred value for good (react/react#35821): after a second, rows are drawn at once.
 */
function usePageToDraw<Page extends ListedPage<{ id: string }>>(data: Page | undefined): Page | undefined {
  const late = useDeferredValue(data)
  const [atOnce, setAtOnce] = useState(data)
  useEffect(() => {
    if (late === data) return
    const timer = setTimeout(() => setAtOnce(data), staleMs)
    return () => clearTimeout(timer)
  }, [late, data])
  return late && late.items.length > 0 && atOnce !== data ? late : data
}

/** Returns a list for `ListPage`. The columns are in display order. */
export function useList<
  Of extends ListWords,
  Page extends ListedPage<{ id: string }>,
  Sort extends string,
  Filters extends ParserMap,
  Key extends QueryKey,
  Answer,
>(
  list: ReturnType<typeof useListQuery<Of, Page, Sort, Filters, Key, Answer>>,
  declaredColumns: ListColumns<Of, Page['items'][number]>,
  ownFilters: OwnFilters,
) {
  const { look, shop, state, narrowed, query, page, rows, layout, dialog, openDialog } = list
  const t = useTranslations<ListWords>(look.of)
  const columns = useNamedColumns(look, declaredColumns)
  const scope = JSON.stringify([look.path, shop, state.q, state.narrowed])
  const picked = usePicked<Page['items'][number]>(scope, page?.alike === true)
  const rowsNow = useRowsNow(picked.ids, page, (id) =>
    look.query(shop, { ...narrowed, ...(state.q ? { q: state.q } : {}), id }),
  )
  const selection = selectionOf(picked, idOf, rowsNow)
  const [isSelecting, setIsSelecting] = useState(false)
  const { isShown } = layout
  const { sorts } = look.params
  return {
    look,
    shop,
    state,
    query,
    page,
    mirror: mirrorOf(look, page, shop),
    rows,
    total: page?.total ?? 0,
    isTotalExact: page?.total_exact ?? true,
    layout,
    ...useMemo(() => arrangement(columns, isShown, sorts), [columns, isShown, sorts]),
    filters: filterChips<Filters>(list, look.params.described, ownFilters, (path) =>
      // Not checked by types: lists.test.tsx fails for a filter without its words.
      t(`filters.${path}` as 'columns.created_at'),
    ),
    dialog,
    closeDialog: () => openDialog(null),
    selection,
    isSelecting,
    setIsSelecting: (isOn: boolean) => {
      setIsSelecting(isOn)
      if (!isOn) selection.clear()
    },
  }
}

const isMirror = (page: object): page is MirrorPage => 'synced_at' in page

function mirrorOf({ mirror }: Pick<ListLook<never>, 'mirror'>, page: object | undefined, shop: string) {
  return mirror && page && isMirror(page)
    ? { page, source: { sync: () => mirror.sync(shop), refreshes: mirror.refreshes(shop) } }
    : null
}

/** Adds the columns' names, and the column of the rows' menus. */
function useNamedColumns<Row extends { id: string }>(
  { of, rowMenu }: Pick<ListLook<Row>, 'of' | 'rowMenu'>,
  declared: readonly ListColumn<Row>[],
): NamedColumn<Row>[] {
  const t = useTranslations(of)
  const table = useTranslations('table')
  return useMemo(() => {
    const named = declared.map((column): NamedColumn<Row> => {
      // The declaration's type knows that each column has a name.
      const name = t(`columns.${column.id}` as 'columns.created_at')
      return { header: name, exported: [column.id], ...column, name }
    })
    if (!rowMenu) return named
    const name = table('rowActions')
    return [
      ...named,
      {
        id: 'actions',
        name,
        header: createElement('span', { className: 'sr-only' }, name),
        exported: [],
        isPinned: true,
        className: 'w-11 ps-0 text-end',
        skeleton: 'h-3.5 w-4',
        cell: rowMenu,
      },
    ]
  }, [declared, t, table, rowMenu])
}

function arrangement<Row>(
  columns: readonly NamedColumn<Row>[],
  isShown: (id: string) => boolean,
  sorts: readonly string[],
) {
  const isFixed = ({ isPrimary, isPinned }: NamedColumn<Row>) => isPrimary || isPinned
  return {
    columns: columns.filter((column) => isFixed(column) || isShown(column.id)),
    optionalColumns: columns.filter((column) => !isFixed(column)),
    sortColumns: sorts.flatMap((sort) => columns.filter(({ id, firstSort }) => firstSort && id === sort)),
  }
}

/** The most IDs that one query names: a filter takes as many, and a page has as many rows. */
const chunkSize = 50

/**
 * Returns the present data of rows of a list, or null where the list no longer has them. Leaves out what it does not
 * know yet. `page` is the shown one; `ask` reads those of other rows that the list still has.
 */
function useRowsNow<
  Page extends Pick<ListedPage<{ id: string }>, 'items' | 'alike'>,
  Answer,
  Key extends QueryKey,
>(
  ids: readonly string[],
  page: Page | undefined,
  ask: (ids: string[]) => UseQueryOptions<Answer, Error, Page, Key>,
): ReadonlyMap<string, Page['items'][number] | null> {
  const now = new Map<string, Page['items'][number] | null>(page?.items.map((row) => [row.id, row]))
  const chunks = chunksOf(ids.filter((id) => !now.has(id)))
  const answers = useQueries({
    // The rows of another query say nothing about these.
    queries: chunks.map((chunk) => ({ ...ask(chunk), placeholderData: undefined })),
    // Its type does not resolve with type parameters.
  }) as { data: Page | undefined }[]
  answers.forEach(({ data }, at) => {
    if (!page || !data) return
    // Rows that are only similar to the search are in no list of rows that match it.
    const rows = data.alike === page.alike ? data.items : []
    for (const id of chunks[at] ?? []) now.set(id, rows.find((row) => row.id === id) ?? null)
  })
  return now
}

/** Sorted, so that the same rows make the same query. */
function chunksOf(ids: readonly string[]): string[][] {
  const sorted = ids.toSorted()
  return Array.from({ length: Math.ceil(sorted.length / chunkSize) }, (_, at) =>
    sorted.slice(at * chunkSize, (at + 1) * chunkSize),
  )
}
