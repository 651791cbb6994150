import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isSignedOut, isSignInOffered } from '../http'

const seconds = 1000

/** A refusal does not become a success by asking again; a broken connection may. */
const retry = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof ApiError && error.status < 500)

/** Where a page cannot sign in in place, an ended session leads to sign-in and from there back. */
function goToSignIn(): void {
  if (isSignInOffered()) return
  const here = window.location.pathname + window.location.search
  window.location.assign(`/sign-in?callbackUrl=${encodeURIComponent(here)}`)
}

/** While the storage does not answer, what could not be read is asked for again so often. */
const storageAwayMs = 5 * seconds

const isStorageAway = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'storage_unavailable'

const newClient = (queries: { retry?: false } = {}) =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error) => isSignedOut(error) && goToSignIn() }),
    // Live events tell when something changed; this only bounds what a missed one costs.
    // A browser that says it is offline reaches a server on the same machine all the same; and one that is offline
    // must hear so, and not have what it ordered done at some later time.
    defaultOptions: {
      queries: {
        staleTime: 30 * seconds,
        retry,
        refetchInterval: ({ state }) => isStorageAway(state.error) && storageAwayMs,
        networkMode: 'always',
        refetchOnReconnect: true,
        ...queries,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

let browserClient: QueryClient | undefined

/** One client for the browser; on the server a new one for each request, since requests belong to different people,
 * and without retries: there a query is a verb, not a connection. */
export function getQueryClient(): QueryClient {
  if (typeof window === 'undefined') return newClient({ retry: false })
  browserClient ??= newClient()
  return browserClient
}
