'use client'
import type { Route } from 'next'
import { type ReactNode, useId, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { CardList } from './card-list'
import type { Column } from './columns'
import { TableBody } from './table-body'
import { TableHead } from './table-head'
import { type RowChecks, useRowChecks } from './use-row-checks'
import type { Selection } from './use-selection'
import { isNarrow, useShape } from './shape'
import { useRowKeys } from './use-row-keys'

/** `compact`: one line a row. */
type Density = 'comfortable' | 'compact'

/** `loading`: nothing to show yet. `refreshing`: the rows shown are the previous ones, the next are on their way. */
export type TableStatus = 'loading' | 'ready' | 'refreshing' | 'error'

export interface DataTableProps<Row extends object> {
  /** Names the table. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Where a row leads: its primary cell is the link, and a click anywhere in the row follows it. Null: nowhere. */
  rowHref: (row: Row) => Route | null
  /** The row that is open beside the table. */
  openRowId?: string | null
  /** What rows are grouped by in this order. */
  groupOf?: (row: Row) => string
  /** As in the address: a column, `-` before it for descending. */
  sort: string
  onSortChange: (sort: string) => void
  status: TableStatus
  /** What belongs here and the first step. Shown when there are no rows. */
  empty: ReactNode
  /** What failed, with Retry. Shown when `status` is `error` and there are no rows to keep. */
  error?: ReactNode
  /** A row on a phone. Its link carries `data-row-link`, so that J and K find it. */
  renderCard: (row: Row) => ReactNode
  /** <TableFooter>. */
  footer?: ReactNode
  /**
   * The footer has the bar of the selection: it is at the foot for the eye, but comes before the rows, as the way there
   * must not lead through all of them.
   */
  hasBar?: boolean
  /** Which rows are selected; absent where they cannot be. */
  selection?: Pick<Selection<Row>, 'has' | 'set'>
  /** Names a row for who selects it. */
  rowName?: (row: Row) => string
  /** On a phone rows are selected only when somebody asked to. */
  isSelectingCards?: boolean
  density?: Density
  /** Rows of the skeleton; as many as a page usually has. */
  skeletonRows?: number
}

/** A list of records: a plain table, cards below 768 px. Sorting and paging are the server's; this shows one page. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, status, skeletonRows = 8 } = props
  const t = useTranslations('table')
  const root = useRowKeys<HTMLDivElement>()
  const checks = useRowChecks(props)
  const shape = useShape()
  const [table, cards] = [useId(), useId()]
  const isLoading = status === 'loading'
  const instead = isLoading || rows.length > 0 ? null : status === 'error' ? props.error : props.empty

  return (
    // Takes the focus of what ends with a selection (bulk bars).
    <div
      ref={root}
      role="group"
      aria-label={label}
      tabIndex={-1}
      data-list=""
      className="rounded-md"
      aria-busy={status === 'loading' || status === 'refreshing'}
    >
      <span role="status" className="sr-only">
        {isLoading ? t('loading') : ''}
      </span>
      {instead ? (
        <div className="rounded-md border bg-surface shadow-card">{instead}</div>
      ) : (
        // What comes soon does not flicker.
        <div className={cx('transition-opacity', status === 'refreshing' && 'opacity-60 delay-200')}>
          {shape !== 'cards' && (
            <Table
              {...props}
              id={table}
              isLoading={isLoading}
              checks={checks}
              isOnlyWide={shape === 'both'}
            />
          )}
          {shape !== 'table' && (
            <div className={cx('flex flex-col', shape === 'both' && 'md:hidden')}>
              <FirstFrame shows={cards} media={shape === 'both' ? isNarrow : undefined} />
              <CardList
                {...props}
                id={cards}
                isLoading={isLoading}
                skeletonRows={skeletonRows}
                checks={checks}
                isSelecting={props.isSelectingCards}
              />
            </div>
          )}
        </div>
      )}
    </div>
  )
}

interface TableProps<Row extends object> extends DataTableProps<Row> {
  id: string
  isLoading: boolean
  checks: RowChecks<Row> | null
  /** Styles choose between this and the cards. */
  isOnlyWide: boolean
}

/** The rows on a wide screen. */
function Table<Row extends object>({ footer, hasBar, isOnlyWide, ...props }: TableProps<Row>) {
  const { id, label, columns, density, sort, onSortChange, skeletonRows = 8, checks } = props
  const scroller = useFits()
  return (
    // Clipped, not hidden: the footer with the bulk bar sticks to the window.
    <div
      className={cx(
        'flex flex-col overflow-clip rounded-md border bg-surface shadow-card',
        isOnlyWide && 'max-md:hidden',
      )}
    >
      <FirstFrame shows={id} media={isOnlyWide ? `not all and ${isNarrow}` : undefined} />
      {hasBar && footer}
      {/* Also what is only read aloud scrolls in here, and not the page. What scrolls sideways scrolls by itself up and
          down, too: its head can stick only inside of it. */}
      <div
        ref={scroller}
        className="relative scroll-pe-12 overflow-x-auto not-data-fits:[--page-head:0px] data-fits:overflow-visible"
      >
        <table
          id={id}
          className="group/table w-full border-collapse text-md/5"
          aria-label={label}
          data-density={density}
        >
          <TableHead columns={columns} checkbox={checks?.all} sort={sort} onSortChange={onSortChange} />
          <TableBody {...props} skeletonRows={skeletonRows} />
        </table>
      </div>
      {!hasBar && footer}
    </div>
  )
}

/**
 * Lets a browser that is still reading the document paint nothing before the rows in view are there: to paint a page
 * without them first keeps it from reading on, for as long as its first layout takes. `shows`: the element that has them;
 * `media`: where that is shown.
 */
const FirstFrame = ({ shows, media }: { shows: string; media?: string }) => (
  <link rel="expect" href={`#${shows}`} blocking="render" media={media} />
)

/** Marks a box with `data-fits` while its first child is not wider than it, so that nothing in it needs to scroll sideways. */
function useFits() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const observer = new ResizeObserver(() => {
      element.toggleAttribute('data-fits', content.scrollWidth <= element.clientWidth)
    })
    observer.observe(element)
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
  return box
}
