'use client'
import { useState } from 'react'

/** At most so many can be picked one by one, as the address of an export names them; beyond, there is "all that match". */
export const pickLimit = 500

/** What is selected: these rows, or all that match but for some. */
type Picked<Row> =
  { isAll: false; rows: ReadonlyMap<string, Row> } | { isAll: true; except: ReadonlySet<string> }

const nothing = { isAll: false, rows: new Map<string, never>() } as const

/**
 * The rows of a list that are selected, across its pages. Lost when `scope` changes (what is searched and what narrows
 * the list): what is no longer in the list is not what somebody means to change.
 */
export function useSelection<Row extends object>(rowId: (row: Row) => string, scope: string) {
  const [state, setState] = useState<{ scope: string; picked: Picked<Row> }>({ scope, picked: nothing })
  if (state.scope !== scope) setState({ scope, picked: nothing })
  const picked: Picked<Row> = state.scope === scope ? state.picked : nothing
  const put = (next: Picked<Row>) => setState({ scope, picked: next })
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
    /** Picked one by one, with what was known of them then. */
    rows: picked.isAll ? [] : [...picked.rows.values()],
    except: picked.isAll ? [...picked.except] : [],
    count: (total: number) => (picked.isAll ? Math.max(total - picked.except.size, 0) : picked.rows.size),
    selectAll: () => put({ isAll: true, except: new Set() }),
    clear: () => put(nothing),
    /** These and no others. */
    replace: (rows: readonly Row[]) =>
      put({ isAll: false, rows: new Map(rows.map((row) => [rowId(row), row])) }),
  }
}
export type Selection<Row extends object> = ReturnType<typeof useSelection<Row>>
