'use client'
import { useSyncExternalStore } from 'react'
import { useNow, useTimeZone } from 'use-intl'
import { localTimeZone } from '@/lib/core/format/dates'

const stepMs = 5000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current = 0

/** One timer for all clocks on the page, however many rows show a time; none while the tab is hidden. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    timer = setInterval(tick, stepMs)
    // What was hidden for hours is right as soon as it is seen again.
    document.addEventListener('visibilitychange', tick)
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', tick)
    timer = undefined
  }
}

function tick(): void {
  if (document.hidden) return
  current = Date.now()
  for (const listener of listeners) listener()
}

function read(): number {
  // Steps, not the exact time: a snapshot must stay equal between two reads of one render.
  if (Date.now() - current > stepMs) current = Date.now()
  return current
}

/** The present moment, moving on by itself. While hydrating it is the server's, so that both sides write the same. */
export function useClock(): Date {
  const rendered = useNow()
  const at = useSyncExternalStore(subscribe, read, () => rendered.getTime())
  return new Date(at)
}

const never = () => () => {}

/** The zone times are shown in: this browser's, and while hydrating the one the server rendered with. */
export function useViewerTimeZone(): string {
  const rendered = useTimeZone() ?? 'UTC'
  return useSyncExternalStore(never, localTimeZone, () => rendered)
}
