import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { shops } from '../tables/shops'
import { testSandbox, testShop } from '../testing'
import { checkoutPage, type CheckoutPage, payerCookie } from './page-view'
import { checkoutCalls, type CheckoutSections } from './testing'

/** The request, and the expected part of the page. */
const effects: [name: string, CheckoutSections, Partial<CheckoutPage>][] = [
  [
    'nothing said',
    {},
    {
      state: 'payable',
      status: null,
      isError: false,
      uid: null,
      attemptsLeft: 1,
      type: 'payment',
      amount: 6500,
      currency: 'EUR',
      description: 'Printing workshop',
      test: false,
      language: 'en',
      iframe: false,
      buttonText: null,
      fields: [],
      holder: { value: '', isReadOnly: false },
      isCardOffered: true,
      sources: ['entered'],
      storedCard: null,
      savedCards: [],
      excludedBrands: [],
      otherMethods: [],
      saveCardToggle: { isForMerchant: false, text: null, hint: null },
      cancelTo: null,
      autoPay: null,
    },
  ],
  ['transaction_type', { transaction_type: 'charge' }, { type: 'charge' }],
  ['attempts', { attempts: 4 }, { attemptsLeft: 4 }],
  ['test and iframe', { test: true, iframe: true }, { test: true, iframe: true }],
  ['language', { settings: { language: 'de' } }, { language: 'de' }],
  ['button_text', { settings: { button_text: 'Now {amount}' } }, { buttonText: 'Now {amount}' }],
  ['an empty button_text', { settings: { button_text: '' } }, { buttonText: null }],
  [
    'customer_fields',
    {
      settings: {
        customer_fields: { visible: ['phone', 'email', 'city'], read_only: ['email', 'zip', 'address'] },
      },
      customer: { email: 'maria@shop.example', zip: '1010', phone: '+43 1' },
    },
    {
      fields: [
        { name: 'phone', value: '+43 1', isReadOnly: false },
        { name: 'email', value: 'maria@shop.example', isReadOnly: true },
        { name: 'city', value: '', isReadOnly: false },
        { name: 'zip', value: '1010', isReadOnly: true },
      ],
    },
  ],
  [
    'credit_card_fields',
    { settings: { credit_card_fields: { holder: 'M. Keller', read_only: ['holder'] } } },
    { holder: { value: 'M. Keller', isReadOnly: true } },
  ],
  [
    'save_card_toggle',
    { settings: { save_card_toggle: { customer_contract: true, text: 'Keep it', hint: 'Why' } } },
    { saveCardToggle: { isForMerchant: true, text: 'Keep it', hint: 'Why' } },
  ],
  [
    'a hidden save_card_toggle',
    { settings: { save_card_toggle: { display: false } } },
    { saveCardToggle: null },
  ],
  [
    'types of other methods',
    { payment_method: { types: ['erip', { apm: { channel: 'x' } }, 'google_pay', 'erip'] } },
    { isCardOffered: false, sources: [], otherMethods: ['erip', 'apm', 'google_pay'], saveCardToggle: null },
  ],
  [
    'types with excluded wallets; excluded_types does not count',
    {
      payment_method: {
        types: ['credit_card', 'google_pay', 'apple_pay'],
        excluded_types: ['credit_card'],
        excluded_brands: ['google_pay', 'Mastercard'],
      },
    },
    {
      isCardOffered: true,
      otherMethods: ['apple_pay'],
      excludedBrands: ['google_pay', 'master'],
    },
  ],
  [
    'an excluded type',
    { payment_method: { excluded_types: ['credit_card'] } },
    { isCardOffered: false, sources: [] },
  ],
  ['an empty list of types, as PHP writes none', { payment_method: { types: [] } }, { isCardOffered: true }],
  ['another excluded type', { payment_method: { excluded_types: ['erip'] } }, { isCardOffered: true }],
]

onEachEngine('the hosted page shows', (kind) => {
  const sandbox = testSandbox(kind)
  const calls = opened(() => checkoutCalls(sandbox))

  const page = async (over: CheckoutSections = {}, payerId: string | null = null) =>
    checkoutPage(await calls.create(over), payerId)
  const setShop = (values: Partial<typeof shops.$inferInsert>) =>
    sandbox.engine.db.update(shops).set(values).where(eq(shops.id, testShop.shopId))

  it.each(effects)('%s', async (_, over, expected) => {
    expect(await page(over)).toMatchObject(expected)
  })

  it('nothing of an unknown token', async () => {
    expect(await checkoutPage('0'.repeat(64))).toBeNull()
    expect(await checkoutPage('\0')).toBeNull()
  })

  it('toggles as the shop says, unless the checkout does', async () => {
    const payment_method = { credit_card: { token: await calls.tokenize() } }
    const sent = { save_card_toggle: { display: true }, another_card_toggle: { display: true } }
    await setShop({ saveCardToggle: false, anotherCardToggle: false })
    const silent = await page({ payment_method })
    const loud = await page({ payment_method, settings: sent })
    await setShop({ saveCardToggle: true, anotherCardToggle: true })
    expect(silent).toMatchObject({ saveCardToggle: null, sources: ['stored'] })
    expect(loud).toMatchObject({ saveCardToggle: { isForMerchant: false }, sources: ['stored', 'entered'] })
  })

  it('the stored card, and no token of it', async () => {
    const cardToken = await calls.tokenize()
    const shown = await page({ payment_method: { credit_card: { token: cardToken } } })
    expect(shown).toMatchObject({
      sources: ['stored', 'entered'],
      storedCard: {
        brand: 'visa',
        last_4: '0000',
        exp_month: 4,
        exp_year: 2039,
        holder: 'Maria Keller',
        isCodeNeeded: false,
      },
      autoPay: null,
    })
    expect(JSON.stringify(shown)).not.toContain(cardToken)
  })

  it('that a one-click card needs its code', async () => {
    const token = await calls.tokenize({ contract: ['oneclick'] })
    expect(await page({ payment_method: { credit_card: { token } } })).toMatchObject({
      storedCard: { isCodeNeeded: true },
    })
  })

  it('no stored card of an excluded brand, and does not pay with it by itself', async () => {
    const credit_card = { token: await calls.tokenize() }
    const settings = { auto_pay: true, another_card_toggle: { display: false } }
    const shown = await page({ settings, payment_method: { credit_card, excluded_brands: ['visa'] } })
    expect(shown).toMatchObject({ storedCard: null, sources: ['entered'], autoPay: null })
  })

  it('remembered cards to the browser that remembers them', async () => {
    const remembering = await calls.pay(await calls.create(), { save: true })
    const payerId = new RegExp(`^${payerCookie()}=([^;]+)`).exec(remembering.cookie ?? '')?.[1] ?? ''
    const mine = await page({}, payerId)
    expect(mine).toMatchObject({
      sources: ['saved', 'entered'],
      savedCards: [{ brand: 'visa', last_4: '0000', exp_month: 12, exp_year: 2039 }],
    })
    expect(await page({}, randomUUID())).toMatchObject({ sources: ['entered'], savedCards: [] })
    expect(await page({ payment_method: { excluded_brands: ['visa'] } }, payerId)).toMatchObject({
      savedCards: [],
    })
  })

  it('where cancelling leads, and the token stays payable', async () => {
    const token = await calls.create({
      attempts: 2,
      settings: { cancel_url: 'https://shop.example/c?own=1' },
    })
    expect(await checkoutPage(token)).toMatchObject({
      cancelTo: `https://shop.example/c?own=1&token=${token}&status=incomplete`,
    })
    const { body } = await calls.pay(token, { number: '4005550000000019' })
    expect(await checkoutPage(token)).toMatchObject({
      state: 'payable',
      status: 'failed',
      attemptsLeft: 1,
      uid: body.uid,
      cancelTo: `https://shop.example/c?own=1&token=${token}&status=failed&uid=${body.uid}`,
    })
  })

  it('whether a card was declined, or an error came first', async () => {
    const token = await calls.create({
      attempts: 2,
      settings: { verification_url: 'http://127.0.0.1:1/verify' },
    })
    await calls.pay(token)
    expect(await checkoutPage(token)).toMatchObject({ status: 'failed', isError: true, attemptsLeft: 1 })
    const declined = await calls.create({ attempts: 2 })
    await calls.pay(declined, { number: '4005550000000019' })
    expect(await checkoutPage(declined)).toMatchObject({ status: 'failed', isError: false })
  })

  it('how it ended', async () => {
    const token = await calls.create()
    const { body } = await calls.pay(token)
    expect(await checkoutPage(token)).toMatchObject({
      state: 'finished',
      status: 'successful',
      uid: body.uid,
    })
  })
})
