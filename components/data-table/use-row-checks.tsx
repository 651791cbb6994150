'use client'
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { RowCheckbox } from './row-checkbox'
import type { Selection } from './use-selection'

interface Checked<Row extends object> {
  rows: readonly Row[]
  rowId: (row: Row) => string
  rowName?: (row: Row) => string
  selection?: Pick<Selection<Row>, 'has' | 'set'>
}

interface Checks<Row> {
  /** For the page. */
  all: ReactNode
  one: (row: Row) => ReactNode
}

/** The checkboxes of a list; null where nothing can be selected. */
export function useRowChecks<Row extends object>(props: Checked<Row>): Checks<Row> | null {
  const { rows, rowId, rowName = rowId, selection } = props
  const t = useTranslations('table')
  const last = useRef<string>(null)
  if (!selection) return null
  const { has, set } = selection
  const selected = rows.filter(has).length

  /** With Shift, all from the one before to this one. */
  function check(row: Row, isSelected: boolean, isRange: boolean) {
    const to = rows.indexOf(row)
    const from = isRange ? rows.findIndex((other) => rowId(other) === last.current) : -1
    last.current = rowId(row)
    set(from < 0 ? [row] : rows.slice(Math.min(from, to), Math.max(from, to) + 1), isSelected)
  }
  return {
    all: (
      <RowCheckbox
        label={t('selectPage')}
        isSelected={rows.length > 0 && selected === rows.length}
        isPartly={selected > 0}
        onChange={(isSelected) => set(rows, isSelected)}
      />
    ),
    one: (row) => (
      <RowCheckbox
        label={t('selectRow', { name: rowName(row) })}
        isSelected={has(row)}
        onChange={(isSelected, isRange) => check(row, isSelected, isRange)}
      />
    ),
  }
}
