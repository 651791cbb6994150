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

/** The ID of the request being handled, or of the one that queued the running work; null outside both. */
export const correlationId = (): string | null => scopes().getStore() ?? null

/** Runs work for the request with this ID; without one, under a new ID. */
export const correlated = <Result>(id: string | null, work: () => Result): Result =>
  scopes().run(id ?? randomUUID(), work)

type Attributes = Record<string, string | number | boolean>
type Note = (attributes: Attributes) => void

/** Writes a span around some work. Attributes hold no queries or bodies, because they go to another system. */
export type Tracer = <Result>(
  name: string,
  attributes: Attributes,
  work: (note: Note) => Promise<Result>,
) => Promise<Result>

const ignore: Note = () => {}

/** Set at the start where traces are configured (lib/start/tracing.ts). */
export const tracer = singleton<Tracer>('tracer')

export const traced: Tracer = (name, attributes, work) =>
  tracer.peek()?.(name, attributes, work) ?? work(ignore)
