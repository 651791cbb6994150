import 'server-only'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import type { Engine } from '../../../db/engine'
import { getTranslator } from '../../i18n/server'
import { config } from '../config/config'
import { log } from '../log/log'
import { mailRetries } from '../sending/attempt'
import { mailTo } from '../sending/mail'
import { installation } from '../tables/installation'
import { shops } from '../tables/shops'
import { appendAnchors, readAnchors } from '../../../chain/anchors.mjs'
import { instantText } from '../../../chain/chain.mjs'
import { chainHead, sealActivity } from './seal'
import { installationChain, type Anchor } from '../../../chain/verify.mjs'

const queue = 'activity.anchor'
const mailQueue = 'activity.anchor-mail'

/**
 * Writes an anchor of each chain once a day (UTC). Runs every hour, as the application may be off at midnight; a file
 * says which chains have an anchor today.
 */
export async function startAnchors(engine: Engine): Promise<void> {
  const { queues } = engine
  const { anchorFile: file } = config.get()
  await queues.define<{ anchors: Anchor[] }>(mailQueue, ({ anchors }) => mailAnchors(engine, anchors), {
    retries: mailRetries,
  })
  await queues.define(queue, async () => {
    const anchors = await newAnchors(engine, file)
    // First, because what the file has is not mailed again.
    if (anchors.length > 0) await queues.send(mailQueue, { anchors })
    writeAnchors(anchors, file)
  })
  await queues.schedule(queue, file === null ? '7 0 * * *' : '7 * * * *')
}

/** Mails the current anchors to a recipient who was just set. */
export const mailAnchorsSoon = async (engine: Engine): Promise<void> =>
  engine.queues.send(mailQueue, { anchors: await anchorActivity(engine, null) })

/**
 * Mails anchors to the administrator's chosen recipient, one a line as in the file, and notes the outcome for the
 * settings page. Rejects if it failed, so that it is tried again.
 */
export async function mailAnchors(
  engine: Pick<Engine, 'db' | 'sealer'>,
  anchors: readonly Anchor[],
): Promise<void> {
  const { db } = engine
  const [row] = await db.select().from(installation).where(eq(installation.id, 1))
  if (!row?.anchorRecipient || anchors.length === 0) return
  const t = getTranslator('installation.anchors.mail')
  const values = { host: new URL(config.get().appUrl).host, day: anchors[0]?.at.slice(0, 10) ?? '' }
  const lines = anchors.map((anchor) => JSON.stringify(anchor)).join('\n')
  const text = [t('text', values), lines, t('use')].join('\n\n')
  const { outcome, status } = await mailTo(engine, [row.anchorRecipient], {
    subject: t('subject', values),
    text,
  })
  await db
    .update(installation)
    .set({ anchorMailedAt: sql`now()`, anchorOutcome: outcome, anchorStatus: status })
    .where(and(eq(installation.id, 1), eq(installation.anchorRecipient, row.anchorRecipient)))
  log().info({ event: 'activity.anchors_mailed', outcome, status }, 'mail')
  if (outcome !== 'delivered') throw new Error(`anchors were not mailed: ${outcome}`)
}

type Sealing = Pick<Engine, 'db' | 'ending'>

/** Seals what exists, and then writes an anchor of each chain to the log and to `file`. */
export async function anchorActivity(engine: Sealing, file: string | null): Promise<Anchor[]> {
  const anchors = await newAnchors(engine, file)
  writeAnchors(anchors, file)
  return anchors
}

/**
 * Seals what exists. Returns how long each chain is, with its last hash. Leaves out chains that did not grow, or have
 * an anchor of today in the file.
 */
async function newAnchors(engine: Sealing, file: string | null): Promise<Anchor[]> {
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
  return anchors
}

function writeAnchors(anchors: readonly Anchor[], file: string | null): void {
  if (file !== null && anchors.length > 0) appendAnchors(file, anchors)
  for (const { chain, entries, hash } of anchors)
    log().info({ event: 'activity.anchored', chain, entries, hash }, 'activity')
}
