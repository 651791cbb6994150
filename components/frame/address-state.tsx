'use client'
import { usePathname, useSearchParams } from 'next/navigation'
import {
  renderQueryString,
  unstable_createAdapterProvider as createAdapterProvider,
  type unstable_AdapterInterface as Adapter,
  type unstable_UpdateUrlFunction as UpdateUrl,
} from 'nuqs/adapters/custom'
import { type ReactNode, Suspense, useCallback, useEffect, useSyncExternalStore } from 'react'
import { onNavigation } from '@/lib/core/navigation'

/**
 * Gives nuqs the query of the address. Next renders a change late on a busy page, and meanwhile writes the previous
 * change into the address again. So the latest change counts until Next has rendered it: with nuqs’s own adapter the
 * third of three quick changes took back the second (docs/decisions/0048-changes-of-the-address.md).
 */
export function AddressState({ children }: { children: ReactNode }) {
  return (
    <Provider>
      <Suspense>
        <Rendered />
      </Suspense>
      {children}
    </Provider>
  )
}

/** The query before the first change that Next has not rendered yet, and the query after each change since. */
let changes: readonly string[] = []

/** Called when changes are forgotten. */
const listeners = new Set<() => void>()

const latestChange = () => changes.at(-1)

function listenToChanges(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns to what Next has rendered. Listeners are told, as Next renders nothing for a change that was taken back. */
function forget(): void {
  changes = []
  for (const listener of listeners) listener()
}

/** Returns the query after the latest change, if Next shows an earlier one. */
const queryAfter = (rendered: string): string =>
  changes.includes(rendered) ? (latestChange() ?? rendered) : rendered

/**
 * Forgets the changes once Next has rendered the latest, or when a link or the Back button leads elsewhere: also to an
 * earlier query of the same page.
 */
function Rendered() {
  const pathname = usePathname()
  const rendered = useSearchParams().toString()
  useEffect(() => {
    if (queryAfter(rendered) === rendered) forget()
  }, [rendered])
  useEffect(() => {
    window.addEventListener('popstate', forget)
    const endNavigation = onNavigation(forget)
    return () => {
      forget()
      window.removeEventListener('popstate', forget)
      endNavigation()
    }
  }, [pathname])
  return null
}

function useAddress(): Adapter {
  const pathname = usePathname()
  const searchParams = useSearchParams()
  const rendered = searchParams.toString()
  useSyncExternalStore(listenToChanges, latestChange, () => undefined)
  const query = queryAfter(rendered)
  const updateUrl = useCallback<UpdateUrl>(
    (search, { history: mode, scroll }) => {
      // The person has left the page since.
      if (location.pathname !== pathname) return
      const earlier = changes.length > 0 ? changes : [queryOfAddress()]
      const address = `${pathname}${renderQueryString(search)}${location.hash}`
      if (mode === 'push') history.pushState(null, '', address)
      else history.replaceState(null, '', address)
      // After the call, because a browser that limits such calls may throw an error.
      changes = [...earlier, search.toString()]
      if (scroll) window.scrollTo(0, 0)
    },
    [pathname],
  )
  return {
    pathname,
    searchParams: query === rendered ? searchParams : new URLSearchParams(query),
    updateUrl,
    getSearchParamsSnapshot: latestSearchParams,
    rateLimitFactor: callsPerChange,
  }
}

const queryOfAddress = () => new URLSearchParams(location.search).toString()

const latestSearchParams = () => new URLSearchParams(latestChange() ?? location.search)

/** Browsers limit the calls of `history`. Next makes up to two for each of ours. */
const callsPerChange = 3

const Provider = createAdapterProvider(useAddress)
