import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isSignedOut, isSignInOffered } from '../api/http'

const seconds = 1000

/** Retries failed connections and 5xx replies, at most twice. */
const retry = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof ApiError && error.status < 500)

/** Redirects to sign-in and back, on pages without in-place sign-in. */
function goToSignIn(): void {
  if (isSignInOffered()) return
  const here = window.location.pathname + window.location.search
  window.location.replace(`/sign-in?callbackUrl=${encodeURIComponent(here)}`)
}

/** Refetch interval for queries that failed because the database was unavailable. */
const storageRetryMs = 5 * seconds

const isStorageUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'storage_unavailable'

const newClient = (queries: { retry?: false } = {}) =>
  new QueryClient({
    queryCache: new QueryCache({ onError: (error) => isSignedOut(error) && goToSignIn() }),
    // Live events report changes; `staleTime` only bounds the cost of a missed event.
    // `networkMode: 'always'`: an offline browser can still reach a server on the same machine, and a mutation must
    // fail at once instead of running later.
    defaultOptions: {
      queries: {
        staleTime: 30 * seconds,
        retry,
        refetchInterval: ({ state }) => isStorageUnavailable(state.error) && storageRetryMs,
        networkMode: 'always',
        refetchOnReconnect: true,
        ...queries,
      },
      // Requests and answers may hold passwords and secrets: forget them once nothing shows them.
      mutations: { retry: false, networkMode: 'always', gcTime: seconds },
    },
  })

let browserClient: QueryClient | undefined

/**
 * Returns the one client of the browser. On the server, returns a new one per request, because requests belong to
 * different people. It does not retry, because its queries call the code directly.
 */
export function getQueryClient(): QueryClient {
  if (typeof window === 'undefined') return newClient({ retry: false })
  browserClient ??= newClient()
  return browserClient
}
