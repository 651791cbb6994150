import 'server-only'
import { desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import type { Engine } from '../../../db/engine'
import { correlatedLog } from '../log/log'
import { activity, activitySeals } from '../tables/requests'
import {
  addressHashOf,
  detailHashOf,
  entryColumns,
  entryHashOf,
  instantText,
  linkHashOf,
  newSalt,
  type Entry,
} from '../../../chain/chain.mjs'

const batchRows = 500
const everyMs = 3_000

/**
 * Seals new entries every few seconds, until the engine ends. Several instances take turns. What a kill leaves unsealed
 * is sealed after the next start.
 */
export function startSealing(engine: Engine): void {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    engine.inBackground(
      () => sealActivity(engine).finally(() => (isRunning = false)),
      (error) => correlatedLog().error({ err: error }, 'activity is not sealed'),
    )
  }, everyMs).unref()
  engine.ending.addEventListener('abort', () => clearInterval(timer))
}

/** Seals all committed entries, batch by batch. Returns whether all are sealed. */
export async function sealActivity({ db, ending }: Pick<Engine, 'db' | 'ending'>): Promise<boolean> {
  while (!ending.aborted) {
    const taken = await sealBatch(db)
    if (taken < batchRows) return taken >= 0
  }
  return false
}

type Unsealed = Entry & { has_seal: boolean; now: string }

/** Returns how many entries it took; -1 if another process is sealing. */
async function sealBatch(db: Database): Promise<number> {
  // Usually nothing is unsealed; this avoids a transaction.
  const [waits] = await db
    .select({ id: activity.id })
    .from(activity)
    .where(eq(activity.isSealed, false))
    .limit(1)
  if (!waits) return 0
  return db.transaction(async (tx) => {
    const { rows: locks } = await tx.execute<{ is_locked: boolean }>(
      sql`SELECT pg_try_advisory_xact_lock(hashtext('activity.seal')) AS is_locked`,
    )
    if (!locks[0]?.is_locked) return -1
    const { rows } = await tx.execute<Unsealed>(sql`
      SELECT ${sql.raw(entryColumns)}, ${sql.raw(instantText('now()'))} AS now,
        EXISTS (SELECT FROM activity_seals s WHERE s.entry_id = a.id) AS has_seal
      FROM activity a WHERE NOT a.is_sealed
        AND NOT EXISTS (SELECT FROM shops WHERE shops.id = a.shop_id AND shops.deleted_at IS NOT NULL)
      ORDER BY a.at, a.id LIMIT ${batchRows} FOR UPDATE OF a SKIP LOCKED`)
    const last = rows.at(-1)
    if (!last) return 0
    // More entries may follow a full batch, so it says nothing about the time after its last entry.
    const sealedUntil = rows.length < batchRows ? last.now : last.at
    // Someone marked a sealed entry as unsealed. It keeps its seal.
    const fresh = rows.filter((row) => !row.has_seal)
    const shopIds = new Set(fresh.map((row) => row.shop_id))
    for (const shopId of shopIds) {
      const entries = fresh.filter((row) => row.shop_id === shopId)
      await append(tx, { shopId, entries, sealedUntil })
    }
    const ids = rows.map(({ id }) => id)
    await tx.update(activity).set({ isSealed: true }).where(inArray(activity.id, ids))
    return rows.length
  })
}

type Batch = { shopId: string | null; entries: readonly Entry[]; sealedUntil: string }

async function append(tx: Database, { shopId, entries, sealedUntil }: Batch): Promise<void> {
  let { seq, hash } = await chainHead(tx, shopId)
  const rows = entries.map((entry) => {
    const [addressSalt, detailSalt] = [newSalt(), newSalt()]
    const addressHash = addressHashOf(addressSalt, entry.address)
    const detailHash = detailHashOf(detailSalt, entry.detail)
    const entryHash = entryHashOf(entry, addressHash, detailHash)
    seq += 1
    hash = linkHashOf({ previous: hash, seq, entryId: entry.id, entryHash, sealedUntil })
    return {
      shopId,
      seq,
      entryId: entry.id,
      sealedUntil: sql`${sealedUntil}::timestamptz`,
      addressSalt: bytes(addressSalt),
      detailSalt: bytes(detailSalt),
      addressHash: bytes(addressHash),
      detailHash: bytes(detailHash),
      entryHash: bytes(entryHash),
      hash: bytes(hash),
    }
  })
  await tx.insert(activitySeals).values(rows)
}

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')

/** The last row of a chain, and its number: how many entries the chain has had. */
export async function chainHead(db: Database, shopId: string | null): Promise<{ seq: number; hash: string }> {
  const [last] = await db
    .select({ seq: activitySeals.seq, hash: activitySeals.hash })
    .from(activitySeals)
    .where(shopId === null ? isNull(activitySeals.shopId) : eq(activitySeals.shopId, shopId))
    .orderBy(desc(activitySeals.seq))
    .limit(1)
  return last ? { seq: last.seq, hash: Buffer.from(last.hash).toString('hex') } : { seq: 0, hash: '' }
}
