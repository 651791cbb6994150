'use client'
import type { Route } from 'next'
import { type ReactNode, useId, useEffect, useRef, memo, useLayoutEffect } from 'react'
import { useTranslations } from 'use-intl'
import { cx } from '@/components/ui/cx'
import { CardList } from './card-list'
import { type Column, TableHead } from './table-head'
import { TableBody } from './table-body'
import { type RowChecks, useRowChecks } from './selection/row-checks'
import type { Selection } from './selection/use-selection'
import { narrowQuery, useShape } from './shape'
import { useRowKeys } from './use-row-keys'
import { useFocusHandedOn } from './use-focus-handed-on'

/** `compact`: one line per row. */
type Density = 'comfortable' | 'compact'

/** `loading`: nothing to show yet. `refreshing`: shows the previous rows while the next ones load. */
export type TableStatus = 'loading' | 'ready' | 'refreshing' | 'error'

export interface DataTableProps<Row extends object> {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** The target of a row: its primary cell is the link, and a click anywhere in the row follows it. */
  rowHref?: (row: Row) => Route | null
  /** The row that is open beside the table. */
  openRowId?: string | null
  /** Returns a row's group in the current sort order. */
  groupOf?: (row: Row) => string
  /** As in the address: a column, with `-` before it for descending. */
  sort?: string
  /** For tables with columns to sort by. */
  onSortChange?: (sort: string) => void
  status: TableStatus
  /** Shown for an empty list: what belongs here, and the first step. */
  empty: ReactNode
  /** What failed, with Retry. Shown when `status` is `error` and there are no rows to keep. */
  error?: ReactNode
  /** Renders a row on a phone. Its link has `data-row-link`, so that J and K find it. */
  renderCard: (row: Row) => ReactNode
  footer?: ReactNode
  /**
   * The footer contains the bulk bar. It appears at the foot but comes before the rows in tab order, so that the tab key
   * reaches it without passing all rows.
   */
  hasBar?: boolean
  selection?: Pick<Selection<Row>, 'has' | 'set'>
  /** Names a row in the label of its checkbox. */
  rowName?: (row: Row) => string
  /** Shows the checkboxes on a phone, where they appear only on request. */
  isSelectingCards?: boolean
  density?: Density
  /** Rows of the skeleton: about as many as a page usually has. */
  skeletonRows?: number
}

/** One page of records: a table, or cards below 768 px. The server sorts and pages. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, status, skeletonRows = 8 } = props
  const t = useTranslations('table')
  const root = useRowKeys<HTMLDivElement>()
  const checks = useRowChecks(props)
  const shape = useShape()
  const [table, cards] = [useId(), useId()]
  const isLoading = status === 'loading'
  const isRefreshing = status === 'refreshing'
  const instead = isLoading || rows.length > 0 ? null : status === 'error' ? props.error : props.empty

  return (
    // Takes the focus from controls that disappear: with the selection (bulk bars), or once there are rows.
    <div
      ref={root}
      role="group"
      aria-label={label}
      tabIndex={-1}
      data-list=""
      className="rounded-md"
      aria-busy={isLoading || isRefreshing}
    >
      <span role="status" className="sr-only">
        {isLoading ? t('loading') : instead && status !== 'error' ? t('noRows') : ''}
      </span>
      {/* Delays the fade, so that fast responses do not flicker. */}
      <div className={cx('transition-opacity', isRefreshing && 'opacity-60 delay-200')}>
        {instead && <Instead isRefreshing={isRefreshing}>{instead}</Instead>}
        {!instead && shape !== 'cards' && (
          <Table {...props} id={table} isLoading={isLoading} checks={checks} isOnlyWide={shape === 'both'} />
        )}
        {!instead && shape !== 'table' && (
          <div className={cx('flex flex-col', shape === 'both' && 'md:hidden')}>
            <FirstFrame shows={cards} media={shape === 'both' ? narrowQuery : undefined} />
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
    </div>
  )
}

interface TableProps<Row extends object> extends DataTableProps<Row> {
  id: string
  isLoading: boolean
  checks: RowChecks<Row> | null
  /** Rendered together with the cards; CSS shows one of the two. */
  isOnlyWide: boolean
}

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
      <FirstFrame shows={id} media={isOnlyWide ? `not all and ${narrowQuery}` : undefined} />
      {hasBar && footer}
      {/* The positioned box keeps screen-reader text from scrolling the page. A box that scrolls sideways also
          scrolls vertically, so that its head can stick only inside it. */}
      <div
        ref={scroller}
        data-fits=""
        className="relative scroll-pe-12 overflow-x-auto not-data-fits:[--page-head:0px] data-fits:overflow-visible print:overflow-visible"
      >
        <table
          id={id}
          className="group/table w-full border-collapse text-md/5 [--row-space:9px] data-[density=compact]:[--row-space:5px]"
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
 * Delays the first paint until the rows in view are parsed: an earlier paint would stop the browser from reading on
 * during its first layout. `shows` is the ID of the element with the rows; `media` limits it to screens that show that
 * element.
 */
const FirstFrame = ({ shows, media }: { shows: string; media?: string }) => (
  <link rel="expect" href={`#${shows}`} blocking="render" media={media} />
)

/**
 * Takes `data-fits` from a box while its first child is wider than it and must scroll sideways. A box begins with it,
 * because most tables fit and the browser would compute the styles of all rows again.
 */
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

interface InsteadProps {
  /** Whether other rows are being loaded. */
  isRefreshing: boolean
  children: ReactNode
}

/** Keeps the previous text while the next rows load: whether there are any is not known yet. */
const isKept = (_before: InsteadProps, { isRefreshing }: InsteadProps): boolean => isRefreshing

/** Shown in place of rows, such as “Nothing found”. Like rows, it stays while the next ones load. */
const Instead = memo(function Shown({ children }: InsteadProps) {
  const box = useRef<HTMLDivElement>(null)
  // A pressed button, such as “Clear filters”, disappears with this once there are rows.
  useFocusHandedOn(box)
  // Or another text with other buttons replaces it. React sends no blur event then, so the focus is tracked.
  const hasFocusRef = useRef(false)
  useLayoutEffect(() => {
    if (!hasFocusRef.current || document.activeElement !== document.body) return
    hasFocusRef.current = false
    box.current?.closest<HTMLElement>('[data-list]')?.focus({ preventScroll: true })
  })
  return (
    <div
      ref={box}
      className="rounded-md border bg-surface shadow-card"
      onFocus={() => void (hasFocusRef.current = true)}
      onBlur={() => void (hasFocusRef.current = false)}
    >
      {children}
    </div>
  )
}, isKept)
