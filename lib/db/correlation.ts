import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { singleton } from './singleton'

const shared = singleton<AsyncLocalStorage<string>>('correlation')

function scopes(): AsyncLocalStorage<string> {
  const known = shared.peek()
  if (known) return known
  const made = new AsyncLocalStorage<string>()
  shared.set(made)
  return made
}

/** The ID of the request that is handled, or of the one that queued what runs; null outside both. */
export const correlationId = (): string | null => scopes().getStore() ?? null

/** Runs work for the request with this ID; without one, under a new ID. */
export const correlated = <Result>(id: string | null, work: () => Result): Result =>
  scopes().run(id ?? randomUUID(), work)
