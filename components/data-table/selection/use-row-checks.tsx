'use client'
import { type ReactNode, useCallback, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { RowCheckbox } from './row-checkbox'
import type { Selection } from './use-selection'

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
