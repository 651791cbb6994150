'use client'
import { useState } from 'react'
import { useIsArrival } from '../../frame/use-focus-on-arrival'
import { rememberedRow } from '../use-row-keys'

/** The most rows that can be picked one by one, because the address of an export names them. */
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
 * What is picked in a list, across its pages. A change of `scope` (the list and its filters) drops it, so that no action
 * reaches a row outside the list; a return from one of its rows does not. `ids`: the picked rows, or those left out of
 * “all that match”, which is not on offer while the rows are only similar to the search (`isAlike`).
 */
export function usePicked<Row extends object>(scope: string, isAlike: boolean) {
  const isArrival = useIsArrival()
  const [state, setState] = useState<{ scope: string; picked: Picked<Row> }>(() => ({
    scope,
    picked: isArrival ? atFirst<Row>(scope) : nothing,
  }))
  if (state.scope !== scope) setState({ scope, picked: nothing })
  const isKept = state.scope === scope && !(isAlike && state.picked.isAll)
  const picked: Picked<Row> = isKept ? state.picked : nothing
  const put = (next: Picked<Row>) => {
    last = { scope, picked: next as Picked<object> }
    setState({ scope, picked: next })
  }
  return { picked, put, ids: [...(picked.isAll ? picked.except : picked.rows.keys())] }
}

/** The selected rows of a list. `now`: the present data of the picked rows, or null if the list no longer has them. */
export function selectionOf<Row extends object>(
  { picked, put }: Pick<ReturnType<typeof usePicked<Row>>, 'picked' | 'put'>,
  rowId: (row: Row) => string,
  now: ReadonlyMap<string, Row | null>,
) {
  const isGone = (id: string) => now.get(id) === null
  // A row that left may come back: until then it does not count, and actions skip it.
  const listed = picked.isAll
    ? []
    : [...picked.rows].flatMap(([id, row]) => (isGone(id) ? [] : [now.get(id) ?? row]))
  const leftOut = picked.isAll ? [...picked.except] : []
  const has = (row: Row) => (picked.isAll ? !picked.except.has(rowId(row)) : picked.rows.has(rowId(row)))

  function set(rows: readonly Row[], isSelected: boolean) {
    if (picked.isAll) {
      const except = new Set(picked.except)
      for (const row of rows)
        if (isSelected) except.delete(rowId(row))
        else except.add(rowId(row))
      return put({ isAll: true, except })
    }
    const kept = new Map(listed.map((row) => [rowId(row), row]))
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
    /** Rows picked one by one that the list has now, with their present data. */
    rows: listed,
    except: leftOut,
    count: (total: number) =>
      picked.isAll ? Math.max(total - leftOut.filter((id) => !isGone(id)).length, 0) : listed.length,
    selectAll: () => put({ isAll: true, except: new Set() }),
    clear: () => put(nothing),
    /** Selects exactly these rows. */
    replace: (rows: readonly Row[]) =>
      put({ isAll: false, rows: new Map(rows.map((row) => [rowId(row), row])) }),
  }
}

export type Selection<Row extends object> = ReturnType<typeof selectionOf<Row>>
