import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { isStorageUnavailable } from '../../db/connection/storage-unavailable'
import { singleton } from '../../db/singleton'
import { AppError } from './errors'

type PageVisit = { isStorageAway: boolean }

/** One for all bundles. */
const visits = singleton<AsyncLocalStorage<PageVisit>>('page-visits')

/** Handles a request whose page may fail. The visit tells why it failed. */
export function visitPage<Result>(handle: (visit: PageVisit) => Result): Result {
  if (!visits.peek()) visits.set(new AsyncLocalStorage())
  const visit: PageVisit = { isStorageAway: false }
  return visits.get().run(visit, () => handle(visit))
}

/** Notes for the current visit why its page failed. */
export function noteFailedPage(error: unknown): void {
  const visit = visits.peek()?.getStore()
  if (!visit) return
  const isStorageAway =
    error instanceof AppError ? error.code === 'storage_unavailable' : isStorageUnavailable(error)
  if (isStorageAway) visit.isStorageAway = true
}
