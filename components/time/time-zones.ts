'use client'
import { useIsHydrated } from '@/components/ui/hydrated'

/**
 * Returns the time zones to choose from: `first`, then all that the browser knows. The latter follow after hydration,
 * because Node and browsers know different ones. No browser lists UTC.
 */
export function useTimeZones(...first: readonly string[]): { id: string; label: string }[] {
  const isHydrated = useIsHydrated()
  const known = isHydrated ? Intl.supportedValuesOf('timeZone') : []
  return [...new Set([...first, ...known])]
    .filter(Boolean)
    .map((id) => ({ id, label: id.replaceAll('_', ' ') }))
}
