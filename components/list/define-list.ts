import type { QueryKey, UseQueryOptions } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ParserMap } from 'nuqs'
import type { ReactNode } from 'react'
import type { ListFilters, ListParams } from '@/lib/core/client/list-params'
import type { Messages } from '@/lib/core/i18n/locales'
import type { Permission } from '@/lib/core/permissions'
import type { Column } from '../data-table/table-head'
import type { ListStateOf } from '../data-table/use-list-state'

/** Namespaces of messages that have the words of a list. */
export type ListWords =
  'products' | 'customers' | 'checkouts' | 'cardTokens' | 'notifications' | 'paymentList' | 'activity'

/** A page of a list, as our API answers it. */
export interface ListedPage<Row> {
  items: readonly Row[]
  next_cursor: string | null
  prev_cursor: string | null
  total: number
  total_exact: boolean
  /** The rows are only similar to the search. */
  alike?: boolean
  /** Sorted by relevance, the list ends after this many rows. Null: it has all of them. */
  best?: number | null
}

export interface ListColumn<Row, Id extends string = string> extends Omit<Column<Row>, 'id' | 'header'> {
  id: Id
  /** Default: the column's name, `columns.<id>`. */
  header?: ReactNode
  /** The columns of an export that say the same. Default: the one with the same ID. */
  exported?: readonly string[]
}

/** The columns of a list. Each has a name in the messages. */
export type ListColumns<Of extends ListWords, Row> = readonly ListColumn<
  Row,
  keyof Messages[Of]['columns'] & string
>[]

export interface ColumnContext {
  shop: string
  /** A stable function. */
  isShown: (column: string) => boolean
}

/** The list that filters read and change. */
export interface FilterContext<Filters extends ParserMap, Row = unknown> extends Pick<
  ListStateOf<string, Filters>,
  'narrowed' | 'narrow'
> {
  shop: string
  rows: readonly Row[]
  /** Opens the dialog of the filter with this ID. */
  openDialog: (filter: string) => void
}

/** The part of a declaration that the list's parts need. */
export interface ListLook<Row extends { id: string }> {
  /**
   * The namespace of its words: `title`, `searchPlaceholder`, `failedTitle`, `emptyTitle`, `emptyText`, `columns.<id>`,
   * `filters.<name>`; `new` with `create`, and `total` and `totalAbout` without a `mirror`.
   */
  of: ListWords
  /** The segment in the addresses of its pages and of its API. */
  path: string
  icon: LucideIcon
  /** Makes the rows selectable, in a list with the filter `id`. It names a row for screen readers. */
  rowName?: (row: Row) => string
  /** Renders the menu at the end of a row. */
  rowMenu?: (row: Row) => ReactNode
  /** Who may create a record, at `<path>/new`. */
  create?: Permission
  /** For people who see contacts masked, its search finds them only as a whole. */
  hasMaskedContacts?: true
  /** How to sync the gateway's list, and which queries to refetch then, where the list is a mirror of it. */
  mirror?: { sync: (shop: string) => Promise<unknown>; refreshes: (shop: string) => QueryKey }
}

export interface ListDeclaration<
  Of extends ListWords,
  Page extends ListedPage<{ id: string }>,
  Sort extends string,
  Filters extends ParserMap,
  Key extends QueryKey,
  Answer = Page,
> extends ListLook<Page['items'][number]> {
  of: Of
  params: ListParams<Sort, Filters>
  query: (
    shop: string,
    filters: ListFilters<Sort, Filters> & { id?: string[] },
  ) => UseQueryOptions<Answer, Error, Page, Key>
  /** The optional columns shown until a person chooses others, in display order. */
  usual: readonly ListColumns<Of, never>[number]['id'][]
}

/**
 * Declares a list. Beside the declaration are the hooks that return its columns and its own filters:
 *
 *     export function useProductList(shop: string) {
 *       const list = useListQuery(productList, shop)
 *       return useList(list, useColumns(list), useFilters(list))
 *     }
 *
 * and a page shows it with `<ListPage list={useProductList(shop)} renderCard={…} />`. A page may hand in its own JSX
 * for each slot of `ListPage`, or use `ListHeader` and `ListBody` alone. `components/list/filters/` makes
 * filters. `components/checkouts/list/checkout-list.tsx` is an example.
 */
export function defineList<
  Of extends ListWords,
  Page extends ListedPage<{ id: string }>,
  Sort extends string,
  Filters extends ParserMap,
  Key extends QueryKey,
  Answer = Page,
>(declaration: ListDeclaration<Of, Page, Sort, Filters, Key, Answer>) {
  return declaration
}
