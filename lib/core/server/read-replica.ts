import 'server-only'
import { isReplicaFailure } from '../../db/connection/replica'
import type { Engine } from '../../db/engine'

type WithEngine = { engine: Engine }

/**
 * Runs a verb that only reads, on the replica if there is one and it has all that was committed before. So the verb
 * finds what the person has just written, and what an event announced. The primary answers what the replica fails.
 *
 * Not for reads that decide a write. What such a verb still writes, such as the record of an export, it writes with
 * {@link onPrimary}.
 */
export async function readFromReplica<Context extends WithEngine, Result>(
  context: Context,
  read: (context: Context) => Promise<Result> | Result,
): Promise<Result> {
  const { replica } = context.engine
  if (!replica) return read(context)
  const reading = await replicaContext(context)
  if (reading === context) return read(context)
  try {
    const result = await read(reading)
    replica.note('replica')
    return result
  } catch (error) {
    if (!isReplicaFailure(error)) throw error
    const result = await read(context)
    replica.note('primary', error)
    return result
  }
}

/** A context that reads from the replica, if that has all that was committed before; else the same. For streams. */
export async function replicaContext<Context extends WithEngine>(context: Context): Promise<Context> {
  const { replica } = context.engine
  if (!replica) return context
  if (await replica.isCurrent()) return { ...context, engine: replica.engine }
  replica.note('primary')
  return context
}

/** The same context, to write with. */
export const onPrimary = <Context extends WithEngine>(context: Context): Context => ({
  ...context,
  engine: context.engine.primary ?? context.engine,
})
