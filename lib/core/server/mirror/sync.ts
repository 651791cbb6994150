import 'server-only'
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { isStorable } from '../../../gateway/values'
import type { ShopContext } from '../context'
import { GatewayError } from '../errors'
import type { Element } from '../../../gateway/client/split-array'
import { streamList } from '../../../gateway/client/stream-list'
import { tellBrowsers } from '../live'
import { Lease, LeaseLost } from './lease'
import type { Mirror, MirrorTable } from './mirror'

export type SyncOutcome = 'synced' | 'running_elsewhere'

/** From so many written rows on, the planner is told of them at once, and not when somebody cleans up. */
const manyRows = 1000

/** `foreign`: no object, and so no product; `nameless`: one whose ID is missing or is none. */
type Counts = { listed: number; written: number; unreadable: number; foreign: number; nameless: number }

/**
 * Reads the gateway's whole list into the mirror, as it arrives, and marks what is no longer in it. One at a
 * time for a shop, across all instances. Each batch is a transaction: where the list is cut, what has arrived is
 * right, what has not is as it was, and nothing is marked; the next sync writes only the rest. Who looks is told.
 * `onDone` hears whether another sync was asked for meanwhile.
 * @throws GatewayError where the list could not be read to its end.
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
    await tellBrowsers(context, { kind: 'gateway' })
    throw error
  } finally {
    release()
  }
  await tellBrowsers(context, { kind: mirror.live })
  return 'synced'
}

async function run<Reply extends { id: string }>(
  context: ShopContext,
  mirror: Mirror<Reply>,
  lease: Lease,
): Promise<boolean> {
  const { engine, log } = context
  const seen = new SeenIds()
  const counts: Counts = { listed: 0, written: 0, unreadable: 0, foreign: 0, nameless: 0 }
  for await (const elements of streamList(context, mirror.address(context))) {
    const listed = elements.flatMap((element) => identify(element, mirror.version, counts))
    for (const { id } of listed) seen.add(id)
    counts.written += await write(context, mirror, lease, listed)
  }
  // What could not be read, or does not say who it is, may be any of those that are missing; and as nothing is ever
  // deleted there, an empty list is a fault, or another shop's, rather than the end of a whole catalogue.
  const isDoubtful = counts.unreadable + counts.nameless > 0 || counts.listed === 0
  const vanished = isDoubtful ? null : await markVanished(context, mirror.table, lease, seen)
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

/** Not what its text says: that would outlive the waits for the database, and long lists would leave much to collect. */
type Identified = { id: string; text: string; fingerprint: string }

/** What an element of the list is about; nothing where it cannot be read or names no ID. */
function identify({ text, value, readable }: Element, version: number, counts: Counts): Identified[] {
  counts.listed++
  if (!readable || text === null) {
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

/** Writes those that are not as they were when last written; how many these are. @throws LeaseLost */
async function write<Reply extends { id: string }>(
  { engine, shop }: ShopContext,
  { table, reply, write: writeRows }: Mirror<Reply>,
  lease: Lease,
  listed: Identified[],
): Promise<number> {
  if (listed.length === 0) return 0
  // The last one counts, should the list name one twice: a statement cannot touch a row twice.
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
    await writeRows(tx, shop.id, changed, lease.startedAt)
    return length
  })
}

function parse<Reply>(schema: Mirror<Reply & { id: string }>['reply'], { text, fingerprint }: Identified) {
  const parsed = schema.safeParse(JSON.parse(text))
  return parsed.success ? [{ reply: parsed.data, fingerprint }] : []
}

/** IDs looked at in one statement. */
const pageRows = 2000

/**
 * Marks rows that a complete list did not have. Rows written after it was asked for are not marked: the list was
 * older. Returns how many are gone. @throws LeaseLost
 */
async function markVanished(
  { engine, shop }: ShopContext,
  table: MirrorTable,
  lease: Lease,
  seen: SeenIds,
): Promise<number> {
  const older = sql`${table.shopId} = ${shop.id} AND ${table.vanishedAt} IS NULL
    AND greatest(${table.syncedAt}, ${table.submittedAt}) < ${lease.startedAt.toISOString()}::timestamptz`
  let after = ''
  let count = 0
  for (;;) {
    const { rows } = await engine.db.execute<{ id: string }>(
      sql`SELECT id FROM ${table} WHERE ${older} AND ${table.id} > ${after} ORDER BY ${table.id} LIMIT ${pageRows}`,
    )
    const gone = rows.map(({ id }) => id).filter((id) => !seen.has(id))
    if (gone.length > 0) {
      await engine.db.transaction(async (tx) => {
        await lease.keep(tx)
        await tx.execute(sql`
          UPDATE ${table} SET vanished_at = ${lease.startedAt.toISOString()}::timestamptz
          WHERE ${older} AND ${table.id} = ANY(${sql.param(gone)}::text[])`)
      })
      count += gone.length
    }
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return count
    after = last.id
    await lease.keepAlive()
  }
}

/**
 * IDs that were seen, as 53-bit hashes in a flat table: 12 to 24 bytes each, where a Set of strings takes about
 * 100. That `has` is wrong for one of a million IDs happens once in a billion times, and then only in that a
 * thing that is gone is taken for there until the next time.
 */
export class SeenIds {
  private slots = new Float64Array(1024)
  private count = 0

  add(id: string): void {
    if (this.place(hash(id))) this.count++
    if (this.count * 4 > this.slots.length * 3) this.grow()
  }

  has(id: string): boolean {
    const wanted = hash(id)
    return this.slots[this.slotOf(wanted)] === wanted
  }

  /** False where it was there. */
  private place(value: number): boolean {
    const slot = this.slotOf(value)
    const isNew = this.slots[slot] === 0
    this.slots[slot] = value
    return isNew
  }

  /** Where the value is, or where it would be. */
  private slotOf(value: number): number {
    const { slots } = this
    let slot = value % slots.length
    while (slots[slot] !== 0 && slots[slot] !== value) slot = (slot + 1) % slots.length
    return slot
  }

  private grow(): void {
    const old = this.slots
    this.slots = new Float64Array(old.length * 2)
    for (const value of old) if (value !== 0) this.place(value)
  }
}

/** cyrb53 (public domain): fast, well spread, not for secrets. Never 0, which marks an empty slot. */
function hash(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0) || 1
}
