'use client'
import { type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { Selection } from './use-selection'
import { Check, Minus } from 'lucide-react'

interface Checked<Row extends object> {
  rows: readonly Row[]
  rowId: (row: Row) => string
  rowName?: (row: Row) => string
  selection?: Pick<Selection<Row>, 'has' | 'set'>
}

export interface RowChecks<Row> {
  /** The checkbox of the whole page. */
  all: ReactNode
  has: (row: Row) => boolean
  labelOf: (row: Row) => string
  /** With `isRange` (Shift), changes all rows from the last one to this. A stable function. */
  check: (row: Row, isSelected: boolean, isRange: boolean) => void
}

/** Returns the checkboxes of a list, or null when rows cannot be selected. */
export function useRowChecks<Row extends object>(props: Checked<Row>): RowChecks<Row> | null {
  const { rows, rowId, rowName = rowId, selection } = props
  const t = useTranslations('table')
  const last = useRef<string>(null)
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  const check = useCallback((row: Row, isSelected: boolean, isRange: boolean) => {
    const now = latest.current
    const to = now.rows.indexOf(row)
    const from = isRange ? now.rows.findIndex((other) => now.rowId(other) === last.current) : -1
    last.current = now.rowId(row)
    const range = from < 0 ? [row] : now.rows.slice(Math.min(from, to), Math.max(from, to) + 1)
    now.selection?.set(range, isSelected)
  }, [])
  if (!selection) return null
  const { has, set } = selection
  const selected = rows.filter(has).length
  return {
    all: (
      <RowCheckbox
        label={t('selectPage')}
        isSelected={rows.length > 0 && selected === rows.length}
        isPartly={selected > 0}
        onChange={(isSelected) => set(rows, isSelected)}
      />
    ),
    has,
    labelOf: (row) => t('selectRow', { name: rowName(row) }),
    check,
  }
}

interface RowCheckboxProps {
  label: string
  isSelected: boolean
  /** Some, but not all, of the rows it represents are selected. */
  isPartly?: boolean
  onChange: (isSelected: boolean, isRange: boolean) => void
}

/** A native checkbox in our style, because a list page has many. Shift selects all rows up to this one. */
export function RowCheckbox({ label, isSelected, isPartly = false, onChange }: RowCheckboxProps) {
  const Icon = isSelected ? Check : isPartly ? Minus : null
  return (
    <label data-no-row-click="" className="relative grid size-6 place-items-center">
      <input
        type="checkbox"
        data-row-check=""
        aria-label={label}
        checked={isSelected}
        ref={(box) => {
          if (box) box.indeterminate = isPartly && !isSelected
        }}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
        className="size-4 appearance-none rounded-xs border-[1.5px] border-control bg-surface checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent"
      />
      {Icon && (
        <Icon
          aria-hidden
          size={11}
          strokeWidth={3.5}
          className="pointer-events-none absolute text-on-accent"
        />
      )}
    </label>
  )
}
