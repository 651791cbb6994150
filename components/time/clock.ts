'use client'
import { createContext, useContext, useSyncExternalStore } from 'react'
import { useNow, useTimeZone } from 'use-intl'
import { localTimeZone } from '@/lib/core/format/dates'

const stepMs = 5000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current = 0

/** Subscribes to the one timer shared by all clocks on the page. It pauses while the tab is hidden. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    timer = setInterval(tick, stepMs)
    // Corrects the time as soon as a hidden tab becomes visible.
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
  // Moves in steps, because a snapshot must not change between two reads of one render.
  if (Date.now() - current > stepMs) current = Date.now()
  return current
}

/**
 * Returns the current time and updates it. During hydration it is the server's time, so that both sides render the
 * same.
 */
export function useClock(): Date {
  const rendered = useNow()
  const at = useSyncExternalStore(subscribe, read, () => rendered.getTime())
  return new Date(at)
}

const never = () => () => {}

/** The time zone that the viewer chose in their account; null: that of the browser. */
export const ChosenTimeZone = createContext<string | null>(null)

/** Returns the browser's time zone; during hydration the zone that the server rendered with. */
export function useBrowserTimeZone(): string {
  const rendered = useTimeZone() ?? 'UTC'
  return useSyncExternalStore(never, localTimeZone, () => rendered)
}

/** The time zone that the shop's figures are in; null: none was chosen. */
export const ShopTimeZone = createContext<string | null>(null)

/** Returns the time zone of the days in the shop's figures: the shop's own, else the viewer's. */
export function useShopTimeZone(): string {
  const viewers = useViewerTimeZone()
  return useContext(ShopTimeZone) ?? viewers
}

/** Returns the time zone in which the viewer sees times. */
export function useViewerTimeZone(): string {
  const browserZone = useBrowserTimeZone()
  return useContext(ChosenTimeZone) ?? browserZone
}
