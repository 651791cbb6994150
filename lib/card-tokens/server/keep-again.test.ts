import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkouts } from '../../checkouts/server/tables'
import { anonymiseCustomer } from '../../customers/server/anonymising/anonymise'
import { customerLinks, customers } from '../../customers/server/tables'
import { customersOf } from '../../customers/server/testing'
import { onEachEngine } from '../../db/testing-engines'
import { keepNotifiedCard } from '../../notifications/server/redaction/keep-card'
import { notifications } from '../../notifications/server/tables'
import { eventually } from '../../testing/eventually'
import { testOffice } from '../../testing/office'
import { removeCardToken, removeCardTokensOf } from './remove'
import { cardTokens } from './tables'
import { insertCheckout, keepOf, newToken } from './testing'

onEachEngine('card tokens that notifications bring again', (kind) => {
  const office = testOffice(kind)
  beforeEach(() => office.clear(cardTokens, checkouts, customerLinks, customers, notifications))

  const here = () => customersOf(office)
  const kept = () => office.engine.db.select().from(cardTokens).where(office.whereShop(cardTokens))
  const made = (token: string, uid: string) => ({
    uid,
    type: 'tokenization',
    credit_card: { token, last_4: '0000', holder: 'Maria Keller' },
  })

  describe('after someone removed them', () => {
    const removeAll = async () => {
      for (const { id } of await kept()) await removeCardToken(office.context, id)
    }

    it('stay removed where the gateway delivers the same notification with other bytes', async () => {
      const card = made(newToken(), 'again-1')
      await here().notify(card)
      await removeAll()
      await here().notify({ ...card, message: 'delivered again' })
      expect(await kept()).toEqual([])
      // Retention removes the first notification, not what is known of the transaction.
      await office.clear(notifications)
      await here().notify({ ...card, message: 'delivered once more' })
      expect(await kept()).toEqual([])
    })

    it('stay removed with an anonymised customer, whose notification comes again without them', async () => {
      const [maria = ''] = await here().insert({ email: 'maria@reader.example' })
      const card = made(newToken(), 'again-3')
      await here().notify({ ...card, customer: { email: 'maria@reader.example' } })
      await anonymiseCustomer(office.context, maria)
      expect(await kept()).toEqual([])
      await here().notify(card)
      await office.clear(notifications)
      await here().notify(card)
      expect(await kept()).toEqual([])
    })

    it.runIf(kind === 'server')('stay removed where they come again during the removal', async () => {
      const { db } = office.engine
      const card = made(newToken(), 'again-5')
      await here().notify({ ...card, customer: { email: 'maria@reader.example' } })
      let coming: Promise<string> | undefined
      await db.transaction(async (tx) => {
        const them = { customerIds: [], emails: ['maria@reader.example'] }
        expect(await removeCardTokensOf(tx, office.context.shop.id, them)).toBe(1)
        coming = here().notify(card)
        await eventually(async () => {
          const waiting = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
          expect((await db.execute(waiting)).rows).toHaveLength(1)
        })
      })
      await coming
      expect(await kept()).toEqual([])
    })

    it('are kept again from a later transaction, or if a person asks', async () => {
      const token = newToken()
      await here().notify(made(token, 'again-4'))
      await removeAll()
      await here().notify(made(token, 'later-4'))
      expect(await kept()).toMatchObject([{ uid: 'later-4' }])
      await removeAll()
      const id = await here().notify({ ...made(token, 'again-4'), message: 'delivered again' })
      expect(await kept()).toEqual([])
      await keepNotifiedCard(office.context, id)
      expect(await kept()).toMatchObject([{ uid: 'again-4' }])
      await here().notify({ ...made(token, 'again-4'), additional_data: { contract: ['recurring'] } })
      expect(await kept()).toMatchObject([{ contracts: ['recurring'] }])
    })
  })

  describe('for an anonymised customer', () => {
    const anonymised = async () => {
      const [id = ''] = await here().insert({ email: 'maria@reader.example' })
      await anonymiseCustomer(office.context, id)
      return id
    }

    it('are not linked to them by a checkout', async () => {
      const customerId = await anonymised()
      const checkoutId = await insertCheckout(
        office.context,
        { transaction_type: 'tokenization' },
        { customerId, token: 'payment-token-1' },
      )
      const transaction = { ...made(newToken(), 'late-1'), customer: { email: 'new@reader.example' } }
      await here().notify({ ...transaction, additional_data: { vendor: { token: 'payment-token-1' } } })
      expect(await kept()).toMatchObject([{ checkoutId, customerId: null }])
    })

    it('are not stored for them, directly or by a pasted token', async () => {
      const customerId = await anonymised()
      const [other = ''] = await here().insert({ email: 'other@reader.example' })
      const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
      await keepOf(office.context, {}, { customerId })
      await keepOf(office.context, {}, { customerId: other })
      // The other shop has not anonymised its customer of this ID.
      await keepOf({ ...office.context, shop }, {}, { customerId })
      const ids = async (where = office.whereShop(cardTokens)) =>
        (await office.engine.db.select().from(cardTokens).where(where)).map((row) => row.customerId)
      expect(new Set(await ids())).toEqual(new Set([null, other]))
      expect(await ids(eq(cardTokens.shopId, shop.id))).toEqual([customerId])
    })
  })
})
