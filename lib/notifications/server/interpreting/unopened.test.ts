import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { cardTokens } from '../../../card-tokens/server/tables'
import { checkoutsOf } from '../../../checkouts/server/testing'
import { linkEarlierNotifications } from '../../../checkouts/server/earlier'
import { checkouts } from '../../../checkouts/server/tables'
import { onEachEngine } from '../../../db/testing-engines'
import { lockLedger } from '../../../payments/server/ledger/ledger'
import { payments } from '../../../payments/server/tables'
import { notificationOf } from '../../../payments/server/testing'
import { testOffice } from '../../../testing/office'
import { readNotificationDetail } from '../reading/read'
import { keepNotifiedCard } from '../redaction/keep-card'
import { sealTokens } from '../redaction/sealed-tokens'
import { notifications } from '../tables'
import { processMany } from './process'
import { replayNotification } from './replay'

const token = 'a-card-token-of-4242'

const transaction = (uid: string, more: object = {}) => ({
  uid,
  type: 'payment',
  status: 'successful',
  amount: 900,
  currency: 'EUR',
  credit_card: { brand: 'visa', last_4: '4242' },
  additional_data: { contract: ['recurring'] },
  ...more,
})

onEachEngine('a notification whose card token no sealing key opens', (kind) => {
  const office = testOffice(kind)
  beforeEach(() => office.clear(cardTokens, notifications, checkouts, payments))

  /** Stores a notification. One that is not `readable` has a token that was sealed for another place. */
  const stored = async (uid: string, { isReadable = false, ...more }: { isReadable?: boolean } = {}) => {
    const { context, engine } = office
    const row = notificationOf(context.shop.id, transaction(uid, more), { isProcessed: false })
    const cardTokensSealed = isReadable
      ? sealTokens(context, { 'transaction.credit_card.token': token })
      : engine.sealer.seal('{}', 'another place')
    await engine.db.insert(notifications).values({ ...row, cardTokensSealed })
    return row.id
  }
  const paid = async () => {
    const rows = await office.engine.db.select().from(payments).where(office.whereShop(payments))
    return rows.map(({ uid }) => uid).toSorted((one, other) => one.localeCompare(other))
  }

  it('is a payment all the same, beside others that are processed with it', async () => {
    const ids = [await stored('lost'), await stored('kept', { isReadable: true })]
    await processMany(office.context, ids)
    expect(await paid()).toEqual(['kept', 'lost'])
    expect(await office.engine.db.$count(cardTokens, office.whereShop(cardTokens))).toBe(1)
  })

  it('is shown without offering its card, and says why the card cannot be kept', async () => {
    const id = await stored('lost')
    await processMany(office.context, [id])
    expect(await readNotificationDetail(office.context, id)).toMatchObject({
      uid: 'lost',
      card_offered: false,
      card_token_id: null,
    })
    await expect(keepNotifiedCard(office.context, id)).rejects.toMatchObject({ code: 'secret_unopened' })
  })

  it('is processed again without its card', async () => {
    const id = await stored('lost')
    await processMany(office.context, [id])
    expect(await replayNotification(office.context, id)).toMatchObject({ uid: 'lost', status: 'successful' })
  })

  it('is linked to a checkout whose payment token comes later', async () => {
    const vendor = { name: 'CTP', token: 'payment-token' }
    const { context, engine } = office
    const row = notificationOf(context.shop.id, transaction('lost', { additional_data: { vendor } }), {
      isProcessed: false,
    })
    const cardTokensSealed = engine.sealer.seal('{}', 'another place')
    await engine.db.insert(notifications).values({ ...row, cardTokensSealed })
    await processMany(context, [row.id])
    const checkoutId = await checkoutsOf(office).insert({})
    await engine.db.transaction(async (tx) => {
      await lockLedger(tx, context.shop.id)
      await linkEarlierNotifications(tx, context, { checkoutId, token: 'payment-token' })
    })
    const [now] = await engine.db
      .select()
      .from(notifications)
      .where(office.whereShop(notifications, eq(notifications.id, row.id)))
    expect(now).toMatchObject({ checkoutId, checkoutLink: 'payment_token' })
  })
})
