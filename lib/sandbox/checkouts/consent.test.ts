import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { testSandbox } from '../testing'
import { checkoutPage, payerCookie } from './page-view'
import { checkoutCalls } from './testing'

/** The payer's consent, and whether the merchant gets a token and the browser remembers the card. */
const matrix: {
  forMerchant: boolean
  display: boolean
  save: boolean
  contract?: string[]
  token: boolean
  remembered: boolean
}[] = [
  { forMerchant: true, display: true, save: true, token: true, remembered: false },
  { forMerchant: true, display: true, save: false, token: false, remembered: false },
  { forMerchant: true, display: false, save: true, token: false, remembered: false },
  { forMerchant: false, display: true, save: true, token: false, remembered: true },
  { forMerchant: false, display: true, save: false, token: false, remembered: false },
  { forMerchant: false, display: false, save: true, token: false, remembered: false },
  { forMerchant: true, display: true, save: false, contract: ['recurring'], token: true, remembered: false },
  { forMerchant: false, display: true, save: true, contract: ['recurring'], token: true, remembered: true },
  { forMerchant: false, display: false, save: false, contract: ['oneclick'], token: true, remembered: false },
]

type Sent = { credit_card: { token: unknown } }

onEachEngine('the save-card toggle says', (kind) => {
  const sandbox = testSandbox(kind)
  const calls = opened(() => checkoutCalls(sandbox))

  const hook = 'https://shop.example/hook'
  const cardHook = 'https://shop.example/cards'
  const remember = async () => {
    const { cookie } = await calls.pay(await calls.create(), { save: true })
    return cookie?.split(';')[0] ?? ''
  }
  const idOf = (cookie: string) => cookie.slice(payerCookie().length + 1)

  it.each(matrix)(
    '$forMerchant/$display/$save with $contract: token $token, remembered $remembered',
    async (row) => {
      const token = await calls.create({
        order: row.contract ? { additional_data: { contract: row.contract } } : {},
        settings: {
          notification_url: hook,
          card_notification_url: cardHook,
          save_card_toggle: { display: row.display, customer_contract: row.forMerchant },
        },
      })
      const { body, cookie } = await calls.pay(token, { save: row.save })
      const notifications = await calls.notifications(body.uid)
      expect(notifications.map(({ url }) => url).sort()).toEqual(row.token ? [cardHook, hook] : [hook])
      for (const { body: message } of notifications) {
        const { credit_card: card } = (message as { transaction: Sent }).transaction
        expect(/^[0-9a-f]{64}$/.test(String(card.token))).toBe(row.token)
        expect(card.token === null).toBe(!row.token)
      }
      expect(cookie === null).toBe(!row.remembered)
    },
  )

  it('nothing where the payment fails', async () => {
    const settings = { save_card_toggle: { customer_contract: true } }
    const { body } = await calls.pay(await calls.create({ settings }), {
      number: '4005550000000019',
      save: true,
    })
    expect(await calls.transaction(body.uid)).toMatchObject({
      status: 'failed',
      credit_card: { token: null },
    })
  })

  it('that a token made so pays next time, and is kept sealed', async () => {
    const settings = { save_card_toggle: { customer_contract: true } }
    const { body } = await calls.pay(await calls.create({ settings }), { save: true })
    const { credit_card: card } = await calls.transaction(body.uid)
    const next = await calls.create({ payment_method: { credit_card: { token: card.token } } })
    const paid = await calls.pay(next, { source: 'stored', number: undefined })
    expect(await calls.transaction(paid.body.uid)).toMatchObject({
      status: 'successful',
      credit_card: card,
    })
    expect(await sandbox.dump()).not.toContain(card.token)
  })

  it('to a browser, by a cookie that no script sees', async () => {
    const { cookie } = await calls.pay(await calls.create(), { save: true })
    expect(cookie).toMatch(
      new RegExp(
        `^${payerCookie()}=[0-9a-f-]{36}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$`,
      ),
    )
    const again = await calls.pay(await calls.create(), { save: true }, cookie?.split(';')[0])
    expect(again.cookie).toBe(cookie)
  })

  it('that a remembered card pays by its code alone, in its own browser', async () => {
    const cookie = await remember()
    const token = await calls.create()
    const page = await checkoutPage(token, idOf(cookie))
    const form = {
      source: 'saved',
      card_id: page?.savedCards[0]?.id,
      number: undefined,
      verification_value: '111',
    }
    const other = await calls.pay(token, form, await remember())
    expect(other).toMatchObject({ status: 422, body: { errors: { card_id: ['unknown_card'] } } })
    expect(await calls.pay(token, form)).toMatchObject({
      body: { errors: { source: ['method_unavailable'] } },
    })
    const { body } = await calls.pay(token, form, cookie)
    expect(await calls.transaction(body.uid)).toMatchObject({
      status: 'successful',
      credit_card: { last_4: '0000', holder: 'Maria Keller', token: null },
    })
  })
})
