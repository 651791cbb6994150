import 'server-only'
import { randomUUID } from 'node:crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { keepCard, newCardToken } from '../cards/tokens'
import { presentNumber } from '../cards/present'
import { bodyContext } from '../deliveries/queue'
import { loadShop } from '../shops/shops'
import { deliveries } from '../tables/payments'
import { payerBody, testShop, type TestSandbox } from '../testing'

type Section = Record<string, unknown>
export type CheckoutSections = {
  order?: Section
  settings?: Section
  customer?: Section
  payment_method?: Section
  [field: string]: unknown
}

export const checkoutBody = ({ order, ...over }: CheckoutSections = {}) => ({
  checkout: {
    transaction_type: 'payment',
    order: { amount: 6500, currency: 'EUR', description: 'Printing workshop', ...order },
    ...over,
  },
})

export const versioned = { accept: 'application/json', 'x-api-version': '2' }

export function checkoutCalls(sandbox: TestSandbox) {
  const { engine, call } = sandbox
  const send = (body: unknown) => call('POST', '/ctp/api/checkouts', { body, headers: versioned })
  const create = async (over: CheckoutSections = {}) => {
    const answer = await send(checkoutBody(over))
    if (answer.status !== 201) throw new Error(await answer.text())
    return ((await answer.json()) as { checkout: { token: string } }).checkout.token
  }
  const pay = async (token: string, form: Section = {}, cookie?: string) => {
    const answer = await call('POST', `/v2/checkout/${token}/payments`, {
      body: payerBody(form),
      authorization: null,
      headers: cookie === undefined ? {} : { cookie },
    })
    const body = (await answer.json()) as {
      uid: string
      status: string
      next: string
      code?: string
      errors?: Record<string, string[]>
    }
    return { status: answer.status, cookie: answer.headers.get('set-cookie'), body }
  }
  const state = async (token: string) => {
    const answer = await call('GET', `/ctp/api/checkouts/${token}`)
    return ((await answer.json()) as { checkout: Record<string, unknown> }).checkout
  }
  const transaction = async (uid: string) => {
    const answer = await call('GET', `/transactions/${uid}`)
    return ((await answer.json()) as { transaction: Transaction }).transaction
  }
  /** Expires the token without waiting. */
  const letExpire = (token: string) =>
    engine.db.execute(
      sql`UPDATE sandbox.checkouts SET expires_at = now() - interval '1 second' WHERE token = ${token}`,
    )
  /** Returns the queued notifications of a transaction or a token, oldest first. */
  const queuedNotifications = async (subject: string) => {
    const rows = await engine.db
      .select()
      .from(deliveries)
      .where(eq(deliveries.subject, subject))
      .orderBy(asc(deliveries.createdAt))
    return rows.map(({ shopId, id, url, schedule, bodySealed }) => ({
      url,
      schedule,
      body: JSON.parse(engine.sealer.unseal(bodySealed, bodyContext(shopId, id))) as Section,
    }))
  }
  const tokenize = async ({ number = '4200000000000000', contract = ['recurring'] } = {}) => {
    const shop = await loadShop(engine.db, engine.sealer, testShop.shopId)
    const entered = { number, holder: 'Maria Keller', exp_month: 4, exp_year: 2039 }
    const card = shop && presentNumber(shop, entered, { isAnyNumberAccepted: true })
    if (!card) throw new Error('no test card')
    const token = newCardToken()
    const { description, outcome } = card
    await keepCard(engine.db, engine.sealer, { shopId: shop.id, description, outcome, token, contract })
    return token
  }
  return {
    send,
    create,
    pay,
    state,
    transaction,
    letExpire,
    notifications: queuedNotifications,
    tokenize,
    attempt: randomUUID,
  }
}

type Transaction = Record<string, unknown> & { credit_card: { token: string | null } & Section }
