import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkouts } from '../../checkouts/server/tables'
import { activity } from '../../core/server/tables/requests'
import { anonymiseCustomer } from '../../customers/server/anonymising/anonymise'
import { mergeCustomer } from '../../customers/server/merging/merge'
import { customerLinks, customers } from '../../customers/server/tables'
import { customersOf } from '../../customers/server/testing'
import { testEngines } from '../../db/testing'
import { openTestOffice, type TestOffice } from '../../testing/office'
import { keepCardToken, unsealCardToken } from './keep'
import { keepFromTransaction } from './keep-notified'
import { removeCardToken, removeCardTokensOf } from './remove'
import { revealCardToken } from './detail'
import { cardTokens } from './tables'
import { insertCheckout, keepOf, newToken, rowsAsText, tokenization } from './testing'

describe.each(testEngines)('card tokens that are kept, on $kind', ({ kind, isAvailable }) => {
  describe.skipIf(!isAvailable)('sealed', () => {
    let office: TestOffice
    beforeAll(async () => {
      office = await openTestOffice(kind)
    })
    afterAll(() => office.dispose())
    beforeEach(async () => {
      await office.clear(cardTokens, checkouts, activity)
    })

    const keep = (token: string, facts = {}, more = {}) =>
      office.engine.db.transaction((tx) =>
        keepCardToken(tx, office.context, { token, facts, source: 'pasted', ...more }),
      )
    const rows = () => office.engine.db.select().from(cardTokens).where(office.whereShop(cardTokens))

    it('are stored in no column readably, and can be unsealed', async () => {
      const token = newToken()
      const { id, isNew } = await keep(token)
      expect(isNew).toBe(true)
      expect(await rowsAsText(office.context, 'card_tokens')).not.toContain(token)
      expect(await unsealCardToken(office.context, id)).toBe(token)
      expect(await rows()).toMatchObject([{ tokenEnd: token.slice(-4) }])
    })

    it('show no end of short tokens', async () => {
      await keep('short-token')
      expect(await rows()).toMatchObject([{ tokenEnd: '' }])
    })

    it('cannot be unsealed in another row or shop', async () => {
      const { id } = await keep(newToken())
      const { id: other } = await keep(newToken())
      const [first] = await office.engine.db
        .select()
        .from(cardTokens)
        .where(office.whereShop(cardTokens, eq(cardTokens.id, id)))
      await office.engine.db
        .update(cardTokens)
        .set({ tokenSealed: first?.tokenSealed })
        .where(office.whereShop(cardTokens, eq(cardTokens.id, other)))
      await expect(unsealCardToken(office.context, other)).rejects.toThrow(Error)
      const shop = await office.insertShop(`other-${id.slice(-6)}`)
      await expect(unsealCardToken({ ...office.context, shop }, id)).rejects.toMatchObject({
        code: 'not_found',
      })
      await expect(unsealCardToken(office.context, 'a\0b')).rejects.toMatchObject({ code: 'not_found' })
    })

    it('are one row per token, which later reports complete', async () => {
      const token = newToken()
      const first = await keep(token, { last4: '1006', holder: null }, { contracts: ['recurring'] })
      const again = await keep(
        token,
        { last4: '9999', holder: 'Maria Keller', email: 'm@reader.example' },
        { contracts: ['recurring', 'oneclick'] },
      )
      expect(again).toEqual({ id: first.id, isNew: false })
      expect(await rows()).toMatchObject([
        {
          last4: '1006',
          holder: 'Maria Keller',
          contracts: ['recurring', 'oneclick'],
          search: expect.stringContaining('maria keller') as string,
        },
      ])
      expect(await unsealCardToken(office.context, first.id)).toBe(token)
    })

    it('are one row if the same token arrives several times at once', async () => {
      const token = newToken()
      const kept = await Promise.all(Array.from({ length: 5 }, () => keep(token)))
      expect(new Set(kept.map(({ id }) => id)).size).toBe(1)
      expect(kept.filter(({ isNew }) => isNew)).toHaveLength(1)
    })

    it('are revealed only with a record, which does not hold them', async () => {
      const token = newToken()
      const { id } = await keep(token)
      expect(await revealCardToken(office.context, id)).toEqual({ token })
      expect(await office.engine.db.select().from(activity).where(office.whereShop(activity))).toMatchObject([
        { action: 'card_token.revealed', subject: id, actorId: office.context.actor.userId },
      ])
      expect(await rowsAsText(office.context, 'activity', 'card_tokens')).not.toContain(token)
      expect(office.logged()).not.toContain(token)
    })

    it('are removed, which is recorded', async () => {
      const id = await keepOf(office.context)
      expect(await removeCardToken(office.context, id)).toMatchObject({ id, holder: 'Maria Keller' })
      expect(await rows()).toEqual([])
      expect(await office.engine.db.select().from(activity).where(office.whereShop(activity))).toMatchObject([
        { action: 'card_token.removed', subject: id },
      ])
      await expect(removeCardToken(office.context, id)).rejects.toMatchObject({ code: 'not_found' })
    })
  })

  describe.skipIf(!isAvailable)('from notifications', () => {
    let office: TestOffice
    let here: ReturnType<typeof customersOf>
    beforeAll(async () => {
      office = await openTestOffice(kind)
      here = customersOf(office)
    })
    afterAll(() => office.dispose())
    beforeEach(async () => {
      await office.clear(cardTokens, checkouts, customerLinks, customers)
    })

    const notificationId = crypto.randomUUID()
    const keepNotified = (transaction: ReturnType<typeof tokenization>, more = {}) =>
      office.engine.db.transaction((tx) =>
        keepFromTransaction(tx, office.context, {
          transaction,
          token: transaction.credit_card?.token ?? undefined,
          notificationId,
          ...more,
        }),
      )
    const checkoutOf = (request: object, customerId: string | null = null) =>
      insertCheckout(office.context, request, { customerId })

    it('are stored from a tokenization, with the facts of the card', async () => {
      const transaction = tokenization()
      const id = await keepNotified(transaction)
      expect(
        await office.engine.db.select().from(cardTokens).where(office.whereShop(cardTokens)),
      ).toMatchObject([
        {
          id,
          brand: 'visa',
          last4: '0000',
          expMonth: 1,
          expYear: 2039,
          uid: transaction.uid,
          email: 'maria@reader.example',
          source: 'notification',
          notificationId,
          test: true,
        },
      ])
      expect(await keepNotified(transaction)).toBe(id)
    })

    it('are stored from a payment only if the token was asked for', async () => {
      const payment = { type: 'payment' }
      expect(await keepNotified(tokenization({}, payment))).toBeNull()
      expect(
        await keepNotified(tokenization({}, { ...payment, additional_data: { contract: [] } })),
      ).toBeNull()
      expect(
        await keepNotified(tokenization({}, { ...payment, additional_data: { contract: ['recurring'] } })),
      ).not.toBeNull()
      const plain = await checkoutOf({})
      expect(await keepNotified(tokenization({}, payment), { checkoutId: plain })).toBeNull()
      const consented = await checkoutOf({ settings: { save_card_toggle: { customer_contract: true } } })
      expect(await keepNotified(tokenization({}, payment), { checkoutId: consented })).not.toBeNull()
    })

    it.each([
      ['that failed', tokenization({}, { status: 'failed' })],
      ['whose tokenization failed', tokenization({}, { tokenization: { status: 'failed' } })],
      ['that waits', tokenization({}, { status: 'incomplete' })],
      ['without a token', tokenization({ token: null })],
      ['with an empty token', tokenization({ token: ' ' })],
      ['without a card', tokenization({}, { credit_card: null })],
    ])('are not kept of one %s', async (_what, transaction) => {
      expect(await keepNotified(transaction)).toBeNull()
    })

    it('take odd facts for none', async () => {
      await keepNotified(
        tokenization({ holder: 'A\0B', exp_month: 13, exp_year: -1, last_4: '123456', brand: '' }),
      )
      expect(
        await office.engine.db.select().from(cardTokens).where(office.whereShop(cardTokens)),
      ).toMatchObject([{ holder: 'AB', expMonth: null, expYear: null, last4: '1234', brand: null }])
    })

    it('have no card number that somebody typed as the name', async () => {
      await keepNotified(tokenization({ holder: '4012 0000 0000 1006' }))
      expect(
        await office.engine.db.select().from(cardTokens).where(office.whereShop(cardTokens)),
      ).toMatchObject([{ holder: '••••1006' }])
    })

    it('belong to the customer of the checkout, or to the only one of the notification', async () => {
      const [maria = '', other = ''] = await here.insert(
        { email: 'maria@reader.example' },
        { email: 'other@reader.example' },
      )
      const checkoutId = await checkoutOf({}, other)
      const customerOf = async (more: object) => {
        const id = await keepNotified(tokenization(), more)
        const [row] = await office.engine.db
          .select()
          .from(cardTokens)
          .where(office.whereShop(cardTokens, eq(cardTokens.id, String(id))))
        return row?.customerId
      }
      expect(await customerOf({ checkoutId })).toBe(other)
      const notified = await here.notify({ customer: { email: 'maria@reader.example' } })
      expect(await customerOf({ notificationId: notified })).toBe(maria)
      const [again = '', third = ''] = await here.insert(
        { email: 'maria@reader.example' },
        { email: 'maria@reader.example' },
      )
      const shared = await here.notify({ customer: { email: 'maria@reader.example' } })
      expect(await customerOf({ notificationId: shared })).toBeNull()
      await mergeCustomer(office.context, again, third)
      expect(await customerOf({ notificationId: shared })).toBeNull()
      await mergeCustomer(office.context, maria, again)
      expect(await customerOf({ notificationId: shared })).toBe(maria)
    })

    it('are not linked by a tracking ID alone, and do not return with a refund or after anonymising', async () => {
      const [anna = '', bob = ''] = await here.insert(
        { email: 'anna@reader.example', external_id: '1001' },
        { email: 'bob@reader.example' },
      )
      const all = () => office.engine.db.select().from(cardTokens).where(office.whereShop(cardTokens))
      const card = { token: newToken(), last_4: '0000' }
      const made = { type: 'tokenization', credit_card: card, tracking_id: '1001', uid: 'tokenization-1' }
      await here.notify({ ...made, customer: { email: 'bob@reader.example' } })
      expect(await all()).toMatchObject([{ customerId: bob, email: 'bob@reader.example' }])
      await anonymiseCustomer(office.context, anna)
      expect(await all()).toHaveLength(1)
      await anonymiseCustomer(office.context, bob)
      expect(await all()).toEqual([])
      // A second notification, and one about a refund.
      await here.notify({
        ...made,
        customer: { email: 'bob@reader.example' },
        status: 'successful',
        message: 'again',
      })
      const contract = { additional_data: { contract: ['recurring'] } }
      await here.notify({
        ...contract,
        type: 'refund',
        credit_card: card,
        customer: { email: 'else@x.example' },
      })
      expect(await all()).toEqual([])
    })

    it('are removed with an anonymised customer: by link, notification and address', async () => {
      const [maria = '', other = ''] = await here.insert(
        { email: 'maria@reader.example' },
        { email: 'other@reader.example' },
      )
      const elsewhere = { email: 'other@reader.example' }
      await keepOf(office.context, {}, { customerId: maria, ...elsewhere })
      await keepOf(office.context, {}, { email: 'Maria@Reader.example' })
      const kept = await keepOf(office.context, {}, { customerId: other, ...elsewhere })
      const notified = await here.notify({ customer: { email: 'maria@reader.example' } })
      await keepNotified(tokenization({}, { customer: null }), { notificationId: notified, customerId: null })
      const { db } = office.engine
      const them = { customerIds: [maria], emails: ['maria@reader.example'] }
      expect(await db.transaction((tx) => removeCardTokensOf(tx, office.context.shop.id, them))).toBe(3)
      expect(
        await db.select({ id: cardTokens.id }).from(cardTokens).where(office.whereShop(cardTokens)),
      ).toEqual([{ id: kept }])
    })
  })
})
