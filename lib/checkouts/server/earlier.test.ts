import { beforeEach, expect, it } from 'vitest'
import { cardTokens } from '../../card-tokens/server/tables'
import { onEachEngine } from '../../db/testing-engines'
import { referringTransactions } from '../../notifications/server/interpreting/testing'
import { notifications } from '../../notifications/server/tables'
import { linkEarlierNotifications } from './earlier'
import { checkoutsOf } from './testing'

onEachEngine('the card of a payment that came before its payment token was known', (kind) => {
  const { office, here, vendor } = referringTransactions(kind)
  beforeEach(() => office.clear(cardTokens))

  /** Links a payment that names no customer to a checkout whose customer agreed. Returns how many cards are kept. */
  const link = async (row: Partial<typeof notifications.$inferInsert> = {}) => {
    const settings = { save_card_toggle: { customer_contract: true } }
    const unanswered = { token: null, state: 'unconfirmed' as const }
    const checkoutId = await checkoutsOf(office).insert({ settings }, unanswered)
    const card = { token: 'a-card-token-of-0000', brand: 'visa', last_4: '0000' }
    await here.notify({ uid: 'p', amount: 900, credit_card: card, ...vendor(checkoutId) })
    if (Object.keys(row).length > 0)
      await office.engine.db.update(notifications).set(row).where(office.whereShop(notifications))
    const token = `token-${checkoutId}`
    await office.engine.db.transaction((tx) =>
      linkEarlierNotifications(tx, office.context, { checkoutId, token }),
    )
    return office.engine.db.$count(cardTokens, office.whereShop(cardTokens))
  }

  it('is kept, also without a word on who paid', async () => expect(await link()).toBe(1))

  it('is not kept of somebody who is being anonymised', async () =>
    expect(await link({ anonymisationId: crypto.randomUUID() })).toBe(0))

  it('is not kept of a question whether the payment may proceed', async () =>
    expect(await link({ hook: 'verification', kind: 'verification' })).toBe(0))
})
