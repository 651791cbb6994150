import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { presentNumber, presentSaved, presentToken, savedCards } from '../cards/present'
import { loadShop, type Shop } from '../shops/shops'
import { checkouts } from '../tables/payments'
import { testSandbox, testShop } from '../testing'
import { answerTo } from '../tokenizations/testing'
import { findAttempt } from './find'
import type { Order } from './duplicates'
import { processOrder, type ProcessOptions } from './process'
import { nextStep, resultView } from './result'

const good = '4200000000000000'
const declined = '4005550000000019'
const challenge = '4012000000001097'
const entered = { holder: 'Maria Keller', exp_month: 1, exp_year: 2039, verification_value: '111' }

onEachEngine('orders of payment tokens', (kind) => {
  const sandbox = testSandbox(kind)
  let shop: Shop
  let token: string
  const reload = async (settings: Record<string, unknown>) => {
    await sandbox.call('PUT', '/shop', { body: settings })
    shop = (await loadShop(sandbox.engine.db, sandbox.engine.sealer, testShop.shopId))!
  }
  beforeEach(async () => {
    await reload({ customer_emails: null })
    token = await checkout()
  })

  const checkout = async (settings: Record<string, unknown> = {}, attempts = 1) => {
    const made = randomBytes(32).toString('hex')
    await sandbox.engine.db.insert(checkouts).values({
      shopId: testShop.shopId,
      token: made,
      request: { iframe: true, settings },
      attempts,
      expiresAt: new Date(Date.now() + 3_600_000),
    })
    return made
  }
  const orderFor = (over: Partial<Order> = {}): Order => ({
    source: { kind: 'checkout', token },
    type: 'payment',
    amount: 4800,
    currency: 'JPY',
    description: 'Membership',
    trackingId: null,
    language: 'de',
    test: false,
    billingDescriptor: null,
    notificationUrl: null,
    verificationUrl: null,
    returnUrl: null,
    threeDSecure: { skip: false, force: false },
    receiptText: ['Danke', 'Bis bald'],
    contract: [],
    additionalData: { vendor: { name: 'CTP', token } },
    payer: { email: 'maria@example.com' },
    billingAddress: null,
    ...over,
  })
  const run = async (
    over: Partial<Order> = {},
    { number = good, ...options }: Partial<ProcessOptions> & { number?: string } = {},
  ) => {
    const card = presentNumber(shop, { number, ...entered }, { isAnyNumberAccepted: false })!
    const made = await processOrder(sandbox.engine, shop, orderFor(over), card, {
      attempt: null,
      ...options,
    })
    return made!
  }
  const tokenOf = (transaction: Record<string, unknown>) =>
    (transaction.credit_card as { token: string | null }).token
  const mailsOf = async (uid: string) => {
    const { rows } = await sandbox.engine.db.execute<{
      recipient: string
      language: string
      lines: string[]
    }>(sql`SELECT recipient, language, subject, lines FROM sandbox.mails WHERE uid = ${uid}`)
    return rows
  }
  const deliveriesTo = async (uid: string) => {
    const { rows } = await sandbox.engine.db.execute<{ url: string }>(
      sql`SELECT url FROM sandbox.deliveries WHERE subject = ${uid} ORDER BY url`,
    )
    return rows.map(({ url }) => url)
  }

  it.each(['payment', 'authorization', 'charge'] as const)(
    'of type %s have an object of that name',
    async (type) => {
      const { transaction } = await run({ type, billingDescriptor: 'BOOKS' })
      expect(transaction).toMatchObject({
        type,
        paid_at: expect.any(String),
        [type]: { status: 'successful', amount: 4800, currency: 'JPY', billing_descriptor: 'BOOKS' },
        additional_data: { vendor: { name: 'CTP', token }, receipt_text: ['Danke', 'Bis bald'] },
        credit_card: { token: null },
      })
      expect(transaction).not.toHaveProperty('tokenization')
    },
  )

  it.each([
    ['payment', ['recurring'], good, true],
    ['payment', ['card_on_file'], challenge, true],
    ['payment', ['recurring'], declined, false],
    ['payment', [], good, false],
    ['tokenization', [], good, true],
  ] as const)('of type %s for %j with %s: a card token %s', async (type, contract, number, isMade) => {
    const made = await run(
      {
        type,
        contract: [...contract],
        notificationUrl: 'http://127.0.0.1:9/a',
        cardNotificationUrl: 'http://127.0.0.1:9/b',
      },
      { number },
    )
    if (made.status === 'incomplete') await answerTo(sandbox, made.uid)
    const read = await sandbox.call('GET', `/transactions/${made.uid}`)
    const { transaction } = (await read.json()) as { transaction: Record<string, unknown> }
    const issued = tokenOf(transaction)
    expect(issued !== null).toBe(isMade)
    expect(await deliveriesTo(made.uid)).toEqual(
      isMade ? ['http://127.0.0.1:9/a', 'http://127.0.0.1:9/b'] : ['http://127.0.0.1:9/a'],
    )
    if (issued === null) return
    const card = (await presentToken(sandbox.engine, shop, issued))!
    expect(card).toMatchObject({ token: issued, cvc: null, description: { last_4: number.slice(-4) } })
    // A payment by token returns that token and creates no other.
    token = await checkout()
    const again = await processOrder(
      sandbox.engine,
      shop,
      orderFor({ contract: ['recurring'], threeDSecure: { skip: true, force: false } }),
      card,
      { attempt: null },
    )
    expect(again).toMatchObject({ status: 'successful' })
    expect(tokenOf(again!.transaction)).toBe(issued)
  })

  it('remember a card for the payer’s browser alone, once', async () => {
    const [mine, theirs] = [randomUUID(), randomUUID()]
    await run({}, { rememberFor: mine })
    token = await checkout()
    await run({}, { rememberFor: mine })
    token = await checkout()
    await run({}, { rememberFor: theirs, number: declined })
    token = await checkout()
    const { uid } = await run({}, { rememberFor: mine, number: challenge })
    expect((await savedCards(sandbox.engine, shop.id, mine)).map(({ last_4 }) => last_4)).toEqual(['0000'])
    await answerTo(sandbox, uid)
    const cards = await savedCards(sandbox.engine, shop.id, mine)
    expect(cards).toMatchObject([
      { last_4: '1097' },
      { last_4: '0000', holder: 'Maria Keller', exp_year: 2039 },
    ])
    const id = cards[1]?.id ?? ''
    expect(await presentSaved(sandbox.engine, shop, mine, id, '222')).toMatchObject({
      token: null,
      cvc: 'N',
    })
    expect(await presentSaved(sandbox.engine, shop, theirs, id)).toBeNull()
    expect(await presentSaved(sandbox.engine, shop, 'x', id)).toBeNull()
    expect(await savedCards(sandbox.engine, shop.id, theirs)).toEqual([])
  })

  it('are recorded once for an attempt', async () => {
    const attempt = randomUUID()
    const first = await run({}, { attempt })
    const again = await run({}, { attempt })
    expect(again).toBeNull()
    expect(await findAttempt(sandbox.engine.db, shop.id, attempt)).toEqual({
      uid: first.uid,
      status: 'successful',
      productId: null,
      checkoutToken: token,
    })
  })

  it('leave nothing where the payment token takes no more', async () => {
    await run()
    const before = await sandbox.dump()
    await expect(run()).rejects.toMatchObject({ status: 409, details: { code: 'finished' } })
    expect(await sandbox.dump()).toBe(before)
  })

  it('fail where the token was paid otherwise before the challenge was answered', async () => {
    const waiting = await run({}, { number: challenge })
    await run()
    expect(await answerTo(sandbox, waiting.uid)).toMatchObject({ status: 201, body: { status: 'failed' } })
    expect(await resultView(waiting.uid)).toMatchObject({ message: 'Payment token is finished' })
  })

  it('write to the payer in their language, with the merchant’s lines', async () => {
    const { uid } = await run()
    expect(await mailsOf(uid)).toEqual([
      {
        recipient: 'maria@example.com',
        language: 'de',
        subject: 'Beleg: Membership',
        lines: [
          'Ihre Zahlung war erfolgreich.',
          'Betrag: 4.800\u00a0¥',
          'Karte: visa •••• 0000',
          `Vorgang: ${uid}`,
          'Danke',
          'Bis bald',
        ],
      },
    ])
  })

  it('write in English where the language is another, and of a decline too', async () => {
    const { uid } = await run({ language: 'fi', description: '{uid}' }, { number: declined })
    expect(await mailsOf(uid)).toMatchObject([{ language: 'fi', subject: 'Not completed: {uid}' }])
  })

  it('write nothing without an address, where the shop does not want it, or before the end', async () => {
    expect(await mailsOf((await run({ payer: null })).uid)).toEqual([])
    token = await checkout()
    expect(await mailsOf((await run({}, { number: challenge })).uid)).toEqual([])
    await reload({ customer_emails: false })
    expect(await mailsOf((await run()).uid)).toEqual([])
  })

  const urls = {
    success_url: 'https://b.example/s',
    decline_url: 'https://b.example/d?x=1#y',
    fail_url: 'https://b.example/f',
  }
  it.each<[Record<string, unknown>, string, string | null]>([
    [
      { ...urls, return_url: 'https://b.example/r' },
      good,
      'https://b.example/r?token=T&status=successful&uid=U',
    ],
    [
      { ...urls, return_url: 'https://b.example/r' },
      declined,
      'https://b.example/r?token=T&status=failed&uid=U',
    ],
    [urls, good, 'https://b.example/s?token=T&status=successful&uid=U'],
    [urls, declined, 'https://b.example/d?x=1&token=T&status=failed&uid=U#y'],
    [{ fail_url: urls.fail_url }, declined, 'https://b.example/f?token=T&status=failed&uid=U'],
    [{ success_url: urls.success_url }, declined, null],
    [{}, good, null],
  ])('lead back by %j with %s', async (settings, number, expected) => {
    token = await checkout({ ...settings, auto_return: '0' }, 2)
    const { uid } = await run({}, { number })
    const returnTo = expected?.replace('=T&', `=${token}&`).replace('=U', `=${uid}`) ?? null
    expect((await resultView(uid))?.returnTo).toBe(returnTo)
    expect(await nextStep(sandbox.engine.db, uid)).toBe(returnTo ?? `/sandbox/payments/${uid}`)
  })

  it.each([
    ['0', 0],
    ['15', 15],
    ['soon', null],
    ['-1', null],
    [undefined, null],
  ])('show the result for %j seconds', async (auto_return, autoReturn) => {
    token = await checkout({ auto_return, button_next_text: 'Weiter' }, 2)
    const { uid } = await run({}, { number: declined })
    expect(await resultView(uid)).toMatchObject({
      kind: 'checkout',
      status: 'failed',
      message: 'Payment was declined',
      language: 'de',
      iframe: true,
      buttonText: 'Weiter',
      autoReturn,
      receiptLines: [],
      retry: `/sandbox/v2/checkout?token=${token}`,
    })
    const paid = await run()
    expect(await resultView(paid.uid)).toMatchObject({ receiptLines: ['Danke', 'Bis bald'], retry: null })
    expect((await resultView(uid))?.retry).toBeNull()
  })
})
