import { beforeEach, expect, it } from 'vitest'
import { cardTokens } from '../../../card-tokens/server/tables'
import { rowsAsText } from '../../../card-tokens/server/testing'
import { tokenizeCard } from '../../../card-tokens/server/tokenize'
import { createCheckout } from '../../../checkouts/server/create'
import { checkoutCreate } from '../../../checkouts/schema'
import type { ActorContext } from '../../../core/server/context'
import { onEachEngine } from '../../../db/testing-engines'
import { listen, testOffice } from '../../../testing/office'
import { opened } from '../../../testing/opened'
import { mirrorCustomers } from '../reading/mirror'
import { anonymiseCustomer } from './anonymise'

const person = { first_name: 'Wilhelmina', last_name: 'Quastenberg', email: 'wilhelmina@reader.example' }
const token = 'f'.repeat(64)

onEachEngine('a customer who is anonymised while the gateway is asked for them', (kind) => {
  let answer: object
  const gateway = opened(() =>
    listen((_, response) => {
      anonymiseCustomer(office.context, 'cst_1').then(
        () => response.end(JSON.stringify(answer)),
        (error: unknown) => response.destroy(error as Error),
      )
    }),
  )
  const office = testOffice(kind, () => gateway.url)
  let context: ActorContext
  beforeEach(async () => {
    const { shop } = office.context
    context = { ...office.context, shop: { ...shop, hasDirectTokenization: true, mode: 'sandbox' } }
    await office.clear(cardTokens)
    await office.engine.db.transaction((tx) =>
      mirrorCustomers(tx, shop.id, [{ id: 'cst_1', ...person }], new Date()),
    )
  })
  const kept = () => rowsAsText(office.context, 'card_tokens', 'checkouts', 'search_words')

  it('leaves no pasted card token and no words of the checkout', async () => {
    answer = { checkout: { token: 'a'.repeat(64), redirect_url: 'https://pay.example/?token=a' } }
    const order = { amount: 900, currency: 'EUR', description: 'For Wilhelmina Quastenberg' }
    const card = { payment_method: { types: ['credit_card'], credit_card: { token } } }
    const checkout = { transaction_type: 'payment', order, customer: person, ...card }
    const made = await createCheckout(context, checkoutCreate.parse({ checkout, customer_id: 'cst_1' }))
    expect(made).toMatchObject({ state: 'open', email: null })
    expect(await kept()).not.toMatch(/wilhelmina|quastenberg/i)
    expect(await office.engine.db.$count(cardTokens, office.whereShop(cardTokens))).toBe(0)
  })

  it('leaves no card of a tokenization', async () => {
    const said = { token, brand: 'visa', last_4: '0000', holder: 'Wilhelmina Quastenberg' }
    answer = { transaction: { uid: 'uid-1', status: 'successful', credit_card: said, customer: person } }
    const credit_card = {
      number: '4200000000000000',
      verification_value: '111',
      exp_month: '1',
      exp_year: '2039',
    }
    const request = { amount: 100, currency: 'EUR', description: 'Membership', test: true, credit_card }
    expect(await tokenizeCard(context, { request, customer_id: 'cst_1' })).toMatchObject({ id: null })
    expect(await kept()).not.toMatch(/wilhelmina|quastenberg/i)
    expect(await office.engine.db.$count(cardTokens, office.whereShop(cardTokens))).toBe(0)
  })
})
