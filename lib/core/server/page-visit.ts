import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { isStorageUnavailable } from '../../db/connection/storage-unavailable'
import { singleton } from '../../db/singleton'
import { AppError } from './errors'
import { log } from './log'

/** `path` may be logged: it holds no secret. */
type PageVisit = { path: string; isStorageAway: boolean; isFailureLogged: boolean }

/** One for all bundles. */
const visits = singleton<AsyncLocalStorage<PageVisit>>('page-visits')

/** Handles a request whose page may fail. The visit tells why it failed. */
export function visitPage<Result>(path: string, handle: (visit: PageVisit) => Result): Result {
  if (!visits.peek()) visits.set(new AsyncLocalStorage())
  const visit: PageVisit = { path, isStorageAway: false, isFailureLogged: false }
  return visits.get().run(visit, () => handle(visit))
}

/** Notes for the current visit why its page failed, and logs it, once a visit: several parts of a page fail together. */
export function noteFailedPage(error: unknown): void {
  const visit = visits.peek()?.getStore()
  const isStorageAway =
    error instanceof AppError ? error.code === 'storage_unavailable' : isStorageUnavailable(error)
  if (visit && isStorageAway) visit.isStorageAway = true
  if (visit?.isFailureLogged) return
  if (visit) visit.isFailureLogged = true
  log().error({ path: visit?.path, err: error }, 'page failed')
}
