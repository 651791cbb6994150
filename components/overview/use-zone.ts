'use client'
import { useEffect, useSyncExternalStore } from 'react'
import { localTimeZone } from '@/lib/core/format/dates'
import { zoneCookie } from './zone-cookie'

const never = () => () => {}
const yearSeconds = 365 * 24 * 60 * 60

/**
 * The viewer's zone: this browser's, and while hydrating the one the server knew of it. Told to the server by a cookie, so
 * that the next page comes with the right days at once.
 */
export function useZone(rendered: string): string {
  const zone = useSyncExternalStore(never, localTimeZone, () => rendered)
  useEffect(() => {
    if (zone !== rendered)
      document.cookie = `${zoneCookie}=${zone}; path=/; max-age=${yearSeconds}; samesite=lax`
  }, [zone, rendered])
  return zone
}
