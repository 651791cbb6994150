import 'server-only'
import { and, arrayOverlaps, count, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../db/database'
import { readNotification } from '../../../gateway/notifications/notification'
import type { ShopContext } from '../../../core/server/context'
import { publishLiveEvent } from '../../../core/server/live'
import { anonymisations, notifications } from '../tables'
import { anonymisedNotification, type Names, forgetOutsideAnswers } from './anonymise'
import { withoutSignature } from './fingerprint'

export type Anonymisation = typeof anonymisations.$inferSelect

/** Bodies rewritten per transaction, each of up to 1 MiB. On the embedded engine, everything else waits for it. */
const pageRows = 20

type PersonToRedact = { customerIds: string[]; keys: string[]; names: Names }

/**
 * Anonymises people in a shop's notifications: those linked to the customers and those with one of the keys
 * (lib/customers/server/keys.ts), even quarantined. From then on, nothing that names them is found, listed or shown.
 * {@link finishAnonymisation} rewrites the bodies later, because thousands take seconds.
 * @returns with `found`, the number of notifications
 */
export async function startAnonymisation(
  tx: Database,
  shopId: string,
  { customerIds, keys, names }: PersonToRedact,
): Promise<{ anonymisation: Anonymisation; found: number }> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM notifications WHERE shop_id = ${shopId} AND keys && ${sql.param(keys)}::text[]
    UNION SELECT l.notification_id FROM customer_links l
    JOIN notifications n ON n.shop_id = l.shop_id AND n.id = l.notification_id
    WHERE l.shop_id = ${shopId} AND l.customer_id = ANY(${sql.param(customerIds)}::text[])
      AND (l.matched_by <> 'tracking_id' OR n.email IS NULL)`)
  const whereFound = sql`shop_id = ${shopId} AND id = ANY(${sql.param(rows.map(({ id }) => id))}::uuid[])`
  const { rows: earlier } = await tx.execute<{ names: Names }>(sql`
    SELECT names FROM blankings WHERE shop_id = ${shopId} AND id IN (
      SELECT blanking_id FROM notifications WHERE ${whereFound} AND blanking_id IS NOT NULL)`)
  // Takes over the bodies that earlier anonymisations have not rewritten yet.
  const everybody = [names, ...earlier.map((one) => one.names)]
  const all = {
    texts: everybody.flatMap(({ texts }) => texts),
    ids: everybody.flatMap(({ ids }) => ids),
    words: everybody.flatMap(({ words = [] }) => words),
  }
  const anonymisation = { shopId, id: uuidv7(), customerIds, names: all }
  await tx.execute(sql`
    UPDATE notifications SET blanking_id = ${anonymisation.id}, keys = '{}', email = NULL, description = NULL,
      message = NULL, tracking_id = NULL, search = '', search_personal = '', search_terms = '{}',
      card_tokens_sealed = NULL WHERE ${whereFound}`)
  await forgetOutsideAnswers(
    tx,
    shopId,
    rows.map(({ id }) => id),
  )
  if (rows.length > 0) await tx.insert(anonymisations).values(anonymisation)
  return { anonymisation, found: rows.length }
}

/**
 * Rewrites the bodies: personal fields become null, names become dots. Keeps the original's hash, so that the same body
 * is not stored again; it is no longer shown. Stops after about `most` bodies, and can be interrupted and resumed.
 * Notifies browsers at the end.
 * @returns false if bodies are left
 */
export async function finishAnonymisation(
  context: Pick<ShopContext, 'engine'>,
  anonymisation: Anonymisation,
  most = Number.POSITIVE_INFINITY,
): Promise<boolean> {
  const { db } = context.engine
  for (let written = 0; written < most;) {
    const page = await db.transaction((tx) => writePage(tx, anonymisation))
    written += page
    if (page < pageRows) break
  }
  // Another process may still hold some rows.
  const { rowCount } = await db.execute(sql`
    DELETE FROM blankings WHERE shop_id = ${anonymisation.shopId} AND id = ${anonymisation.id}
      AND NOT EXISTS (SELECT 1 FROM notifications WHERE blanking_id = ${anonymisation.id})`)
  if (rowCount === 0) return !(await isOpen(db, anonymisation))
  const shop = { id: anonymisation.shopId }
  await publishLiveEvent({ ...context, shop }, { kind: 'notification' })
  for (const id of anonymisation.customerIds)
    await publishLiveEvent({ ...context, shop }, { kind: 'customer', id })
  return true
}

async function isOpen(db: Database, { shopId, id }: Anonymisation): Promise<boolean> {
  const whereAnonymisation = and(eq(anonymisations.shopId, shopId), eq(anonymisations.id, id))
  return (
    (await db.select({ id: anonymisations.id }).from(anonymisations).where(whereAnonymisation)).length > 0
  )
}

async function writePage(
  tx: Database,
  { id: anonymisationId, shopId, names }: Anonymisation,
): Promise<number> {
  const rows = await tx
    .select({ id: notifications.id, body: notifications.body, headers: notifications.headers })
    .from(notifications)
    .where(eq(notifications.anonymisationId, anonymisationId))
    .limit(pageRows)
    .for('update', { skipLocked: true })
  for (const { id, body, headers } of rows)
    await tx
      .update(notifications)
      .set({ ...withoutPeople(body, names), headers: withoutSignature(headers), anonymisationId: null })
      .where(and(eq(notifications.shopId, shopId), eq(notifications.id, id)))
  return rows.length
}

/** Returns the columns and the body without these people's data. Does not change a body that cannot be parsed. */
function withoutPeople(body: Buffer, names: Names) {
  const content = readNotification(body)
  return content.kind === 'unreadable' ? {} : anonymisedNotification(content.json, names)
}

/** Returns a body that may be shown. `names`: people whose anonymisation has not reached this body yet. */
export const shownBody = (body: Buffer, names: Names | null): Buffer =>
  names === null ? body : { body, ...withoutPeople(body, names) }.body

/** Finishes anonymisations that many bodies or a crash left undone. */
export async function finishAnonymisations(context: Pick<ShopContext, 'engine'>): Promise<void> {
  const open = await context.engine.db.select().from(anonymisations).orderBy(anonymisations.id)
  for (const anonymisation of open) await finishAnonymisation(context, anonymisation)
}

export async function leftToAnonymise({ engine, shop }: ShopContext, customerIds: string[]): Promise<number> {
  const [row] = await engine.db
    .select({ left: count() })
    .from(notifications)
    .innerJoin(
      anonymisations,
      and(
        eq(anonymisations.shopId, notifications.shopId),
        eq(anonymisations.id, notifications.anonymisationId),
      ),
    )
    .where(and(eq(anonymisations.shopId, shop.id), arrayOverlaps(anonymisations.customerIds, customerIds)))
  return row?.left ?? 0
}
