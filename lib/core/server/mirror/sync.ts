import 'server-only'
import { createHash } from 'node:crypto'
import { sql, type SQL } from 'drizzle-orm'
import { isStorable } from '../../../gateway/values/storable'
import type { ShopContext } from '../context'
import { GatewayError } from '../errors'
import type { Element } from '../../../gateway/client/split-array'
import { streamList } from '../../../gateway/client/stream-list'
import { publishLiveEvent } from '../live'
import { IdSet } from './id-set'
import { Lease, LeaseLost } from './lease'
import type { Mirror, MirrorTable } from './mirror'

export type SyncOutcome = 'synced' | 'running_elsewhere'

/** From this many written rows on, a sync updates statistics and index itself instead of leaving it to autovacuum. */
const manyRows = 1000

/** `foreign`: not an object; `nameless`: without a valid ID. */
type Counts = { listed: number; written: number; unreadable: number; foreign: number; nameless: number }

/**
 * Reads the gateway's whole list into the mirror as it arrives, and marks rows that are no longer in it. One sync per
 * shop and resource runs at a time, across all instances. Each batch is a transaction: if the list breaks off, written
 * batches stay, no row is marked, and the next sync writes only the rest. Notifies browsers. Passes to `onDone` whether
 * another sync was requested meanwhile.
 * @throws GatewayError if the list could not be read to its end.
 */
export async function syncMirror<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
  onDone: (isAnotherWanted: boolean) => void = () => {},
): Promise<SyncOutcome> {
  const lease = await Lease.take(context, mirror.resource)
  if (!lease) return 'running_elsewhere'
  const release = lease.keepMeanwhile()
  try {
    onDone(await run(context, mirror, lease))
  } catch (error) {
    if (error instanceof LeaseLost) return 'running_elsewhere'
    await lease.fail(error instanceof GatewayError ? error.code : 'internal')
    await publishLiveEvent(context, { kind: 'gateway' })
    throw error
  } finally {
    release()
  }
  await publishLiveEvent(context, { kind: mirror.live })
  return 'synced'
}

async function run<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
  lease: Lease,
): Promise<boolean> {
  const { engine, log } = context
  const missing = await mirroredIds(context, mirror.table, lease)
  const counts: Counts = { listed: 0, written: 0, unreadable: 0, foreign: 0, nameless: 0 }
  for await (const elements of streamList(context, mirror.address(context))) {
    const listed = elements.flatMap((element) => identify(element, mirror.version, counts))
    for (const { id } of listed) missing.remove(id)
    counts.written += await write(context, mirror, lease, listed)
  }
  // An entry that is unreadable or has no ID may be any of the missing ones. The gateway never deletes, so an empty
  // list is a fault or another shop's list.
  const isDoubtful = counts.unreadable + counts.nameless > 0 || counts.listed === 0
  const vanished = isDoubtful ? null : await markVanished(context, mirror.table, lease, missing)
  const isAnotherWanted = await lease.complete()
  if (counts.written >= manyRows) {
    await engine.db.execute(sql`SELECT gin_clean_pending_list(${mirror.searchIndex}::regclass)`)
    await engine.db.execute(sql`ANALYZE ${mirror.table}`)
  }
  const line = { resource: mirror.resource, shop: context.shop.id, ...counts, vanished }
  if (counts.unreadable + counts.foreign + counts.nameless > 0) log.warn(line, 'synced all that can be read')
  else log.debug(line, 'synced')
  return isAnotherWanted
}

/** Keeps the text instead of its parsed value, which would stay in memory while waiting for the database. */
type Identified = { id: string; text: string; fingerprint: string }

/** Returns the entry's ID, text and fingerprint; nothing if it is unreadable or has no ID. Updates `counts`. */
function identify(
  { text, value, isReadable }: Element,
  version: number | string,
  counts: Counts,
): Identified[] {
  counts.listed++
  if (!isReadable || text === null) {
    counts.unreadable++
    return []
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    counts.foreign++
    return []
  }
  const id = 'id' in value ? value.id : undefined
  if (typeof id !== 'string' || id === '' || !isStorable(id)) {
    counts.nameless++
    return []
  }
  const fingerprint = createHash('sha256').update(`${version} `).update(text).digest('base64url').slice(0, 22)
  return [{ id, text, fingerprint }]
}

/** Writes the entries that changed since they were last written, and returns their number. @throws LeaseLost */
async function write<Reply extends { id: string }>(
  context: ShopContext,
  { table, reply, write: writeRows }: Mirror<Reply>,
  lease: Lease,
  listed: Identified[],
): Promise<number> {
  if (listed.length === 0) return 0
  const { engine, shop } = context
  // If the list names an ID twice, the last one counts: a statement cannot change a row twice.
  const byId = new Map(listed.map((one) => [one.id, one]))
  const { rows } = await engine.db.execute<{ id: string; fingerprint: string | null }>(sql`
    SELECT ${table.id} AS id, ${table.fingerprint} AS fingerprint FROM ${table}
    WHERE ${table.shopId} = ${shop.id} AND ${table.id} = ANY(${sql.param([...byId.keys()])}::text[])
      AND ${table.vanishedAt} IS NULL`)
  for (const { id, fingerprint } of rows) if (byId.get(id)?.fingerprint === fingerprint) byId.delete(id)
  if (byId.size === 0) {
    await lease.keepAlive()
    return 0
  }
  return engine.db.transaction(async (tx) => {
    await lease.keep(tx)
    const changed = [...byId.values()].flatMap((one) => parse(reply, one))
    const { length } = changed
    await writeRows(tx, context, changed, lease.startedAt)
    return length
  })
}

function parse<Reply>(schema: Mirror<Reply & { id: string }>['reply'], { text, fingerprint }: Identified) {
  const parsed = schema.safeParse(JSON.parse(text))
  return parsed.success ? [{ reply: parsed.data, fingerprint }] : []
}

const pageRows = 2000

/**
 * Returns the IDs in the mirror before the list is requested: only these can be missing in it. No clock can tell,
 * because another instance dates the rows that it writes meanwhile by its own.
 * @throws LeaseLost
 */
async function mirroredIds(context: ShopContext, table: MirrorTable, lease: Lease): Promise<IdSet> {
  const mirrored = new IdSet()
  for await (const ids of pagesOfIds(context, table, sql`true`)) {
    for (const id of ids) mirrored.add(id)
    await lease.keepAlive()
  }
  return mirrored
}

/**
 * Marks rows that a complete list did not have, and returns their number. Skips rows written after the list was
 * requested, because the list is older. @throws LeaseLost
 */
async function markVanished(
  context: ShopContext,
  table: MirrorTable,
  lease: Lease,
  missing: IdSet,
): Promise<number> {
  if (missing.size === 0) return 0
  const whereOlder = sql`greatest(${table.syncedAt}, ${table.submittedAt}) < ${lease.startedAt.toISOString()}::timestamptz`
  let count = 0
  for await (const ids of pagesOfIds(context, table, whereOlder)) {
    const gone = ids.filter((id) => missing.has(id))
    if (gone.length > 0) {
      await context.engine.db.transaction(async (tx) => {
        await lease.keep(tx)
        await tx.execute(sql`
          UPDATE ${table} SET vanished_at = ${lease.startedAt.toISOString()}::timestamptz
          WHERE ${table.shopId} = ${context.shop.id} AND ${table.vanishedAt} IS NULL AND ${whereOlder}
            AND ${table.id} = ANY(${sql.param(gone)}::text[])`)
      })
      count += gone.length
    }
    await lease.keepAlive()
  }
  return count
}

/** Yields the IDs of rows that have not vanished, in pages. */
async function* pagesOfIds({ engine, shop }: ShopContext, table: MirrorTable, where: SQL) {
  let after = ''
  for (;;) {
    const { rows } = await engine.db.execute<{ id: string }>(sql`
      SELECT id FROM ${table} WHERE ${table.shopId} = ${shop.id} AND ${table.vanishedAt} IS NULL AND ${where}
        AND ${table.id} > ${after} ORDER BY ${table.id} LIMIT ${pageRows}`)
    const last = rows.at(-1)
    if (last) yield rows.map(({ id }) => id)
    if (!last || rows.length < pageRows) return
    after = last.id
  }
}
