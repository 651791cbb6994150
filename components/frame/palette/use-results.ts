import { useEffect, useState } from 'react'
import type { PaletteFound, PaletteSearch } from '../types'

export interface PaletteResults extends PaletteFound {
  state: 'idle' | 'searching' | 'failed'
  /** Searched to the end, and nothing was found. */
  isNothing: boolean
  /** Results of the previous text. They are shown, so that the list does not jump, but cannot be used. */
  isEarlier: boolean
}

/** The answer to a search for `of`; null: it failed. */
interface Answer {
  of: string
  found: PaletteFound | null
}

const pauseMs = 150
const nothing: PaletteResults = {
  entries: [],
  lists: [],
  searched: [],
  state: 'idle',
  isNothing: false,
  isEarlier: false,
}

/** Returns what to show while `wanted` is typed, from the last answer. */
export function resultsOf(answer: Answer | null, wanted: string): PaletteResults {
  if (wanted === '') return nothing
  const { of = '', found = null } = answer ?? {}
  if (of === wanted)
    return found
      ? { ...found, state: 'idle', isNothing: found.entries.length === 0, isEarlier: false }
      : { ...nothing, state: 'failed' }
  const isAlike = of !== '' && (wanted.startsWith(of) || of.startsWith(wanted))
  return { ...nothing, ...(isAlike && found), state: 'searching', isEarlier: true }
}

/** Returns the search results for the text. Drops answers that arrive after the text has changed. */
export function usePaletteResults(search: PaletteSearch | undefined, text: string): PaletteResults {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const wanted = text.trim()
  useEffect(() => {
    if (!search || wanted === '') return
    const abort = new AbortController()
    const answered = (found: PaletteFound | null) => !abort.signal.aborted && setAnswer({ of: wanted, found })
    const timer = setTimeout(() => {
      search(wanted, abort.signal).then(answered, () => answered(null))
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [search, wanted])
  return search ? resultsOf(answer, wanted) : nothing
}
