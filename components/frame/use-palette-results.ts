'use client'
import { useEffect, useState } from 'react'
import type { FoundEntry, PaletteSearch } from './types'

interface Results {
  entries: readonly FoundEntry[]
  state: 'idle' | 'searching' | 'failed'
}

const pauseMs = 150
const nothing: Results = { entries: [], state: 'idle' }

/** What the search finds for the text. An answer that comes after the text has changed is dropped. */
export function usePaletteResults(search: PaletteSearch | undefined, text: string): Results {
  const [results, setResults] = useState<Results>(nothing)
  const wanted = text.trim()
  useEffect(() => {
    if (!search || wanted === '') return
    const abort = new AbortController()
    const timer = setTimeout(() => {
      setResults((before) => ({ ...before, state: 'searching' }))
      search(wanted, abort.signal).then(
        (entries) => !abort.signal.aborted && setResults({ entries, state: 'idle' }),
        () => !abort.signal.aborted && setResults({ entries: [], state: 'failed' }),
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [search, wanted])
  return wanted === '' ? nothing : results
}
