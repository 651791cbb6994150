import 'server-only'
import { asc, isNull, sql } from 'drizzle-orm'
import type { Engine } from '../../../db/engine'
import { config } from '../config'
import { log } from '../log'
import { shops } from '../tables/shops'
import { appendAnchors, readAnchors } from '../../../chain/anchors.mjs'
import { instantText } from '../../../chain/chain.mjs'
import { chainHead, sealActivity } from './seal'
import { installationChain, type Anchor } from '../../../chain/verify.mjs'

const job = 'activity.anchor'

/**
 * Writes an anchor of each chain once a day (UTC). Where a file says which chains have one today, it looks every hour, as
 * the application may not run at midnight.
 */
export async function startAnchors(engine: Engine): Promise<void> {
  const { jobs } = engine
  const { anchorFile: file } = config.get()
  await jobs.define(job, async () => {
    await anchorActivity(engine, file)
  })
  await jobs.schedule(job, file === null ? '7 0 * * *' : '7 * * * *')
}

/**
 * Seals what is there, and then writes how long each chain is, with its last hash, to the log and to `file`. Leaves out
 * chains that did not grow, or have an anchor of today in the file.
 */
export async function anchorActivity(
  engine: Pick<Engine, 'db' | 'ending'>,
  file: string | null,
): Promise<Anchor[]> {
  const { db } = engine
  await sealActivity(engine)
  const last = new Map(file === null ? [] : readAnchors(file).anchors.map((anchor) => [anchor.chain, anchor]))
  const used = await db
    .select({ id: shops.id })
    .from(shops)
    .where(isNull(shops.deletedAt))
    .orderBy(asc(shops.id))
  const { rows: times } = await db.execute<{ now: string }>(
    sql`SELECT ${sql.raw(instantText('now()'))} AS now`,
  )
  const at = times[0]?.now ?? ''
  const anchors: Anchor[] = []
  for (const shopId of [null, ...used.map(({ id }) => id)]) {
    const chain = shopId ?? installationChain
    const { seq, hash } = await chainHead(db, shopId)
    const before = last.get(chain)
    if (seq === 0 || before?.hash === hash || before?.at.slice(0, 10) === at.slice(0, 10)) continue
    anchors.push({ at, chain, entries: seq, hash })
  }
  if (file !== null && anchors.length > 0) appendAnchors(file, anchors)
  for (const { chain, entries, hash } of anchors)
    log().info({ event: 'activity.anchored', chain, entries, hash }, 'activity')
  return anchors
}
