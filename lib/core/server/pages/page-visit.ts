import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { isStorageUnavailable } from '../../../db/connection/storage-unavailable'
import { singleton } from '../../../db/singleton'
import { AppError } from '../errors'
import { log } from '../log/log'

type PageVisit = {
  /** May be logged: it holds no secret. */
  path: string
  isStorageAway: boolean
  isFailureLogged: boolean
  /** Where to sign in, for a page that is shown only to people of this installation. */
  signInAddress: string | null
}

/** One for all bundles. */
const visits = singleton<AsyncLocalStorage<PageVisit>>('page-visits')

/** Handles a request whose page may fail. The visit says why it failed. */
export function visitPage<Result>(path: string, handle: (visit: PageVisit) => Result): Result {
  if (!visits.peek()) visits.set(new AsyncLocalStorage())
  const visit: PageVisit = { path, isStorageAway: false, isFailureLogged: false, signInAddress: null }
  return visits.get().run(visit, () => handle(visit))
}

/** Notes for the current visit, if any, that its page is shown to people who sign in at this address. */
export async function noteClosedPage(signInAddress: () => Promise<string>): Promise<void> {
  const visit = visits.peek()?.getStore()
  if (visit) visit.signInAddress = await signInAddress()
}

/**
 * Notes for the current visit why its page failed, and logs it once per visit: several parts of a page fail together.
 */
export function noteFailedPage(error: unknown): void {
  const visit = visits.peek()?.getStore()
  const isStorageAway =
    error instanceof AppError ? error.code === 'storage_unavailable' : isStorageUnavailable(error)
  if (visit && isStorageAway) visit.isStorageAway = true
  if (visit?.isFailureLogged) return
  if (visit) visit.isFailureLogged = true
  log().error({ path: visit?.path, err: error }, 'page failed')
}
