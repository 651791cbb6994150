import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { cardTokens } from '../../../card-tokens/server/tables'
import { onEachEngine } from '../../../db/testing-engines'
import { notificationOf } from '../../../payments/server/testing'
import { testOffice } from '../../../testing/office'
import { sealTokens } from '../redaction/sealed-tokens'
import { notificationDeliveries, notifications } from '../tables'
import { processLeftBehind } from './backlog'
import { processNotification } from './process'
import { replayNotification } from './replay'

onEachEngine('a notification whose second processing fails', (kind) => {
  const office = testOffice(kind)

  it('stays as it was, and does not bring back a removed card', async () => {
    const { context, engine } = office
    const transaction = {
      uid: 'u-1',
      type: 'payment',
      status: 'successful',
      amount: 900,
      currency: 'EUR',
      credit_card: { brand: 'visa', last_4: '4242' },
      additional_data: { contract: ['recurring'] },
    }
    const cardTokensSealed = sealTokens(context, { 'transaction.credit_card.token': 'a-card-token-of-4242' })
    const row = notificationOf(context.shop.id, transaction, { isProcessed: false })
    // Old enough for the sweep.
    const receivedAt = new Date(Date.now() - 600_000)
    await engine.db.insert(notifications).values({ ...row, receivedAt, cardTokensSealed })
    await processNotification(context, row.id)
    const cards = () => engine.db.$count(cardTokens, office.whereShop(cardTokens))
    expect(await cards()).toBe(1)
    await engine.db.delete(cardTokens).where(office.whereShop(cardTokens))

    await engine.db.execute(sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no room'; END $$`)
    await engine.db.execute(sql`CREATE TRIGGER refuse BEFORE UPDATE ON notifications FOR EACH ROW
      WHEN (OLD.processed_at IS NULL) EXECUTE FUNCTION refuse()`)
    await expect(replayNotification(context, row.id)).rejects.toThrow('Failed query')
    await engine.db.execute(sql`DROP TRIGGER refuse ON notifications`)
    await processLeftBehind({ engine, log: context.log })

    expect(await cards()).toBe(0)
    const [now] = await engine.db
      .select()
      .from(notifications)
      .where(office.whereShop(notifications, eq(notifications.id, row.id)))
    expect(now).toMatchObject({ uid: 'u-1', status: 'successful' })
    const deliveries = office.whereShop(notificationDeliveries)
    expect(await engine.db.$count(notificationDeliveries, deliveries)).toBe(0)
    await replayNotification(context, row.id)
    expect(await cards()).toBe(0)
    expect(await engine.db.$count(notificationDeliveries, deliveries)).toBe(1)
  })
})
