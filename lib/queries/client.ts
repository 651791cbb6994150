import { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../http'

const seconds = 1000

/** A refusal does not become a success by asking again; a broken connection may. */
const retry = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof ApiError && error.status < 500)

const newClient = () =>
  new QueryClient({
    // Live events tell when something changed; this only bounds what a missed one costs.
    defaultOptions: { queries: { staleTime: 30 * seconds, retry }, mutations: { retry: false } },
  })

let browserClient: QueryClient | undefined

/** One client for the browser; on the server a new one for each request, since requests belong to different people. */
export function getQueryClient(): QueryClient {
  if (typeof window === 'undefined') return newClient()
  browserClient ??= newClient()
  return browserClient
}
