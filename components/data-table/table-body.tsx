'use client'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { Fragment, memo, type MouseEvent, type ReactNode, useDeferredValue } from 'react'
import { cx } from '../ui/cx'
import { Link } from '../ui/link'
import { Skeleton } from '../ui/skeleton'
import type { Column } from './table-head'
import { RowCheckbox, type RowChecks } from './selection/row-checks'

interface TableBodyProps<Row extends object> {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  rowHref?: (row: Row) => Route | null
  openRowId?: string | null
  isLoading: boolean
  skeletonRows: number
  /** Returns a row's group as shown. A heading row precedes each group. */
  groupOf?: (row: Row) => string
  checks?: RowChecks<Row> | null
}

const cellClass = 'row-line px-3 py-(--row-space) whitespace-nowrap print:px-1.5 print:whitespace-normal'
const checkCellClass = 'row-line w-10 pe-0 ps-2.5 print:hidden'

/** Rows drawn first: those in view in a window of 1,200 px. */
const rowsAtFirst = 18

export function TableBody<Row extends object>(props: TableBodyProps<Row>) {
  const { columns, rows, rowId, rowHref, openRowId, isLoading, skeletonRows, checks, groupOf } = props
  const { drawn, remaining } = useFirstRows(rows, rowsAtFirst)
  if (isLoading) return <SkeletonBody columns={columns} rows={skeletonRows} hasCheckbox={!!checks} />
  return (
    <tbody>
      {drawn.map((row, at) => (
        <Fragment key={rowId(row)}>
          {groupOf && groupOf(row) !== (at > 0 ? groupOf(drawn[at - 1] ?? row) : null) && (
            <GroupRow span={columns.length + (checks ? 1 : 0)}>{groupOf(row)}</GroupRow>
          )}
          <TableRow
            row={row}
            columns={columns}
            href={rowHref?.(row) ?? null}
            isOpen={rowId(row) === openRowId}
            isSelected={checks?.has(row) ?? null}
            label={checks?.labelOf(row)}
            onCheck={checks?.check}
          />
        </Fragment>
      ))}
      {remaining > 0 && <tr aria-hidden style={{ height: `${remaining * 2.4}rem` }} />}
    </tbody>
  )
}

function GroupRow({ span, children }: { span: number; children: ReactNode }) {
  return (
    <tr>
      <th
        scope="rowgroup"
        colSpan={span}
        className="border-b bg-sunken px-3 py-1 text-start text-xs font-semibold text-muted"
      >
        {children}
      </th>
    </tr>
  )
}

interface TableRowProps<Row extends object> {
  row: Row
  columns: readonly Column<Row>[]
  href: Route | null
  isOpen: boolean
  /** Null when the row cannot be selected. */
  isSelected: boolean | null
  label?: string
  onCheck?: RowChecks<Row>['check']
}

/** Memoised, because a list renders more often than its rows change. */
const TableRow = memo(Row) as typeof Row

function Row<Row extends object>(props: TableRowProps<Row>) {
  const { row, columns, href, isOpen, isSelected, label = '', onCheck } = props
  const router = useRouter()
  return (
    <tr
      data-row=""
      data-selected={isSelected ? '' : undefined}
      aria-current={isOpen ? 'true' : undefined}
      onClick={(event) => {
        if (href && isOnRowItself(event)) open(event, href, (to) => router.push(to))
      }}
      onAuxClick={(event) => {
        if (href && event.button === 1 && isOnRowItself(event)) window.open(href, '_blank', 'noopener')
      }}
      className={cx(
        // A solid colour: pinned cells inherit it, and other cells scroll under them.
        'group/row cursor-default scroll-mt-[calc(var(--page-head,0px)+3rem)] scroll-mb-16 bg-surface hover:bg-row-hover aria-[current=true]:bg-accent-weak',
        'data-selected:bg-accent-weak has-[[data-row-link]:focus-visible]:bg-accent-weak',
      )}
    >
      {isSelected !== null && (
        <td data-no-row-click="" className={checkCellClass}>
          <RowCheckbox
            label={label}
            isSelected={isSelected}
            onChange={(isOn, isRange) => onCheck?.(row, isOn, isRange)}
          />
        </td>
      )}
      {columns.map(({ id, cell, align, className, isPrimary, isPinned }) => (
        <td
          key={id}
          // Truncated cells hold foreign text, so its own script decides where it begins.
          dir={className?.includes('truncate') ? 'auto' : undefined}
          className={cx(
            cellClass,
            align === 'end' && 'num',
            isPinned && 'pinned-end bg-inherit print:hidden',
            isPrimary && 'print:min-w-40',
            className,
          )}
        >
          {isPrimary && href ? (
            <Link href={href} data-row-link="" className="block rounded-xs">
              {cell(row)}
            </Link>
          ) : (
            cell(row)
          )}
        </td>
      ))}
    </tr>
  )
}

/** True when the click hit no control and no text is selected. */
function isOnRowItself(event: MouseEvent<HTMLElement>): boolean {
  if (event.defaultPrevented || !(event.target instanceof Element)) return false
  if (event.target.closest('a, button, input, label, [role=button], [role=menuitem], [data-no-row-click]'))
    return false
  // Events from portals (menus and dialogs opened from a row) bubble through React, not through the document.
  return event.currentTarget.contains(event.target) && !window.getSelection()?.toString()
}

function open(event: MouseEvent, href: Route, push: (href: Route) => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey) window.open(href, '_blank', 'noopener')
  else push(href)
}

interface SkeletonBodyProps<Row> {
  columns: readonly Column<Row>[]
  rows: number
  hasCheckbox: boolean
}

function SkeletonBody<Row>({ columns, rows, hasCheckbox }: SkeletonBodyProps<Row>) {
  return (
    <tbody>
      {Array.from({ length: rows }, (_, at) => (
        <tr key={at} className="group/row">
          {hasCheckbox && (
            <td className={checkCellClass}>
              <Skeleton className="mx-auto size-4" />
            </td>
          )}
          {columns.map(({ id, align, className, skeleton = 'my-[11px] h-3.5 w-20' }) => (
            <td key={id} className={cx(cellClass, align === 'end' && 'num', className)}>
              <Skeleton className={cx(skeleton, align === 'end' && 'ms-auto')} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/**
 * Returns the rows to draw now: on a list's first render only the first `atFirst`, so that they appear sooner, and all
 * rows once those are painted.
 */
export function useFirstRows<Row>(rows: readonly Row[], atFirst: number) {
  const isWhole = useDeferredValue(true, false)
  const drawn = isWhole ? rows : rows.slice(0, atFirst)
  return { drawn, remaining: rows.length - drawn.length }
}
