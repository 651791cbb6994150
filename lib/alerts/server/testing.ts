import 'server-only'
import { randomBytes } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach } from 'vitest'
import type { Engine } from '../../db/engine'
import { readNotification } from '../../gateway/notifications/notification'
import { lockLedger, recordTransactions } from '../../payments/server/ledger/ledger'
import { stateOf } from '../../payments/server/ledger/transaction'
import { notifications } from '../../notifications/server/tables'
import { defaultAlertRules, type AlertRules } from '../schema'
import type { EngineKind } from '../../db/testing'
import type { ActorContext } from '../../core/server/context'
import { testOffice } from '../../testing/office'
import { alertSettings } from './tables'
import { listAlerts, alertsQueue } from './list'
import { judgeShop } from './judge'

/** For tests: inserts a processed notification, and its transaction into the ledger. */
export async function insertNotification(
  { db }: Pick<Engine, 'db'>,
  shopId: string,
  said: Partial<typeof notifications.$inferInsert> = {},
): Promise<string> {
  const id = uuidv7()
  const receivedAt = said.receivedAt ?? new Date()
  const [row] = await db
    .insert(notifications)
    .values({
      shopId,
      id,
      body: Buffer.from('{}'),
      fingerprint: randomBytes(32),
      headers: {},
      signature: 'absent',
      credentials: 'matched',
      authenticity: 'credentials',
      processedAt: new Date(),
      kind: 'transaction',
      type: 'payment',
      uid: uuidv7(),
      keys: [],
      ...said,
      receivedAt,
      lastReceivedAt: receivedAt,
    })
    .returning()
  if (row && row.authenticity !== 'unverified')
    await db.transaction(async (tx) => {
      await lockLedger(tx, shopId)
      await recordTransactions(tx, { id: shopId }, [stateOf(row, readNotification(row.body))])
    })
  return id
}

/** For tests: each test has a new shop whose alerts are judged. */
export function judgedShop(kind: EngineKind) {
  const office = testOffice(kind)
  let shop: ActorContext
  let shops = 0

  beforeAll(async () => {
    await office.engine.queues.define(alertsQueue, async () => undefined)
  })
  beforeEach(async () => {
    const made = await office.insertShop(`shop-${1000 + shops++}`)
    shop = { ...office.context, shop: made, actor: await office.insertPerson(made.id) }
  })

  const judge = () => judgeShop(office.engine, shop.shop.id)
  const open = async () => (await listAlerts(shop)).open
  const recent = async () => (await listAlerts(shop)).recent
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const arrives = (said: Parameters<typeof insertNotification>[2] = {}) =>
    insertNotification(office.engine, shop.shop.id, said)
  const fails = (said: Parameters<typeof insertNotification>[2] = {}) =>
    arrives({ status: 'failed', amount: 1200, currency: 'EUR', ...said })
  /** A body that says when things happened. */
  const tells = ({ created_at: created, paid_at: paid, status }: Record<string, unknown>) =>
    Buffer.from(
      JSON.stringify({
        transaction: { uid: 'x', type: 'payment', status, created_at: created, paid_at: paid },
      }),
    )
  const watch = (rules: Partial<AlertRules>, silenceSince = new Date()) =>
    office.engine.db.insert(alertSettings).values({
      shopId: shop.shop.id,
      rules: { ...defaultAlertRules, ...rules },
      silenceSince,
    })
  const pass = (hours: number) =>
    office.engine.db.execute(sql`
      WITH n AS (UPDATE notifications SET received_at = received_at - make_interval(hours => ${hours})
        WHERE shop_id = ${shop.shop.id}), s AS (UPDATE transaction_states SET at = at - make_interval(hours => ${hours})
        WHERE shop_id = ${shop.shop.id})
      UPDATE alerts SET opened_at = opened_at - make_interval(hours => ${hours}), detail = detail ||
        jsonb_build_object('last_at', (detail ->> 'last_at')::timestamptz - make_interval(hours => ${hours}))
      WHERE shop_id = ${shop.shop.id}`)
  return { office, shop: () => shop, judge, open, recent, minutesAgo, arrives, fails, tells, watch, pass }
}
