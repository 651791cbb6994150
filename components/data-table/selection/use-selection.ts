'use client'
import { useState } from 'react'
import { useIsArrival } from '../../frame/use-focus-on-arrival'
import { rememberedRow } from '../use-row-keys'

/**
 * The most rows that can be picked one by one, because the address of an export names them. Beyond that, use "all that
 * match".
 */
export const pickLimit = 500

type Picked<Row> =
  { isAll: false; rows: ReadonlyMap<string, Row> } | { isAll: true; except: ReadonlySet<string> }

const nothing = { isAll: false, rows: new Map<string, never>() } as const

/** The last selection and its list, restored after a return from one of its rows. */
let last: { scope: string; picked: Picked<object> } | null = null

function atFirst<Row extends object>(scope: string): Picked<Row> {
  const isBack = last?.scope === scope && rememberedRow() !== null
  return isBack ? (last?.picked as Picked<Row>) : nothing
}

/**
 * The selected rows of a list, across its pages. `scope` identifies the list and its filters. The selection survives
 * a return from one of its rows. It is dropped when `scope` changes, so that no action reaches a row outside the list.
 * `shown` are the rows of the current page, whose data may have changed since they were picked.
 */
export function useSelection<Row extends object>(
  rowId: (row: Row) => string,
  scope: string,
  shown: readonly Row[],
) {
  const isArrival = useIsArrival()
  const [state, setState] = useState<{ scope: string; picked: Picked<Row> }>(() => ({
    scope,
    picked: isArrival ? atFirst<Row>(scope) : nothing,
  }))
  if (state.scope !== scope) setState({ scope, picked: nothing })
  const picked: Picked<Row> = state.scope === scope ? state.picked : nothing
  const put = (next: Picked<Row>) => {
    last = { scope, picked: next as Picked<object> }
    setState({ scope, picked: next })
  }
  const has = (row: Row) => (picked.isAll ? !picked.except.has(rowId(row)) : picked.rows.has(rowId(row)))

  function set(rows: readonly Row[], isSelected: boolean) {
    if (picked.isAll) {
      const except = new Set(picked.except)
      for (const row of rows)
        if (isSelected) except.delete(rowId(row))
        else except.add(rowId(row))
      return put({ isAll: true, except })
    }
    const kept = new Map(picked.rows)
    for (const row of rows) {
      if (!isSelected) kept.delete(rowId(row))
      else if (kept.size < pickLimit) kept.set(rowId(row), row)
    }
    put({ isAll: false, rows: kept })
  }
  return {
    has,
    set,
    isAll: picked.isAll,
    /** Rows picked one by one, with the data that the list shows, or showed when they were picked on another page. */
    rows: picked.isAll ? [] : upToDate(picked.rows, shown, rowId),
    except: picked.isAll ? [...picked.except] : [],
    count: (total: number) => (picked.isAll ? Math.max(total - picked.except.size, 0) : picked.rows.size),
    selectAll: () => put({ isAll: true, except: new Set() }),
    clear: () => put(nothing),
    /** Selects exactly these rows. */
    replace: (rows: readonly Row[]) =>
      put({ isAll: false, rows: new Map(rows.map((row) => [rowId(row), row])) }),
  }
}
function upToDate<Row extends object>(
  picked: ReadonlyMap<string, Row>,
  shown: readonly Row[],
  rowId: (row: Row) => string,
): Row[] {
  const now = new Map(shown.map((row) => [rowId(row), row]))
  return [...picked].map(([id, row]) => now.get(id) ?? row)
}

export type Selection<Row extends object> = ReturnType<typeof useSelection<Row>>
