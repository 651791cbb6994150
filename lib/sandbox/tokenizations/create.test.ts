import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it, vi } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { testCards } from '../cards/test-cards'
import { presentToken } from '../cards/present'
import { ensureSandboxShop, loadShop } from '../shops/shops'
import { digitsAlone } from '@/lib/testing/digits-alone'
import { basic, testSandbox, testShop } from '../testing'
import { answerTo, tokenizationBody, tokenize } from './testing'

const challengeCard = '4012000000001097'

/** skip, force, and whether 3-D Secure starts with the shop's switch off and on. */
const switches: [skip: boolean, force: boolean, off: boolean, on: boolean][] = [
  [false, false, false, true],
  [true, false, false, false],
  [false, true, true, true],
  [true, true, true, true],
]

onEachEngine('tokenizations through the interface', (kind) => {
  const sandbox = testSandbox(kind)
  const setShop = (body: Record<string, unknown>) => sandbox.call('PUT', '/shop', { body })
  beforeEach(() => setShop({ three_d_secure: false }))

  it('answers with every row of the interface, and what was sent', async () => {
    const sent = {
      tracking_id: 'order-7;basket-9',
      language: 'de',
      test: true,
      duplicate_check: true,
      dynamic_billing_descriptor: 'BOOKS',
      three_d_secure: { advanced: true },
      additional_data: { receipt_text: ['Thank you'], contract: ['recurring'] },
      customer: { ip: '127.0.0.1', email: 'maria@example.com', device_id: 'd1', birth_date: '1980-02-29' },
      billing_address: { first_name: 'Maria', country: 'US', state: 'CO', zip: '96002' },
    }
    const { status, body, transaction } = await tokenize(sandbox, sent)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['transaction'])
    const { uid } = transaction
    expect(transaction).toMatchObject({
      ...sent,
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      id: uid,
      status: 'successful',
      message: 'Successfully processed',
      type: 'tokenization',
      payment_method_type: 'credit_card',
      amount: expect.any(Number),
      currency: 'EUR',
      description: 'Membership',
      return_url: 'https://books.example/back?order=7',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      updated_at: transaction.created_at,
      paid_at: null,
      redirect_url: `https://shop.example/sandbox/payments/${uid}`,
      status_code: null,
      three_d_secure_verification: { status: null },
      tokenization: { status: 'successful', message: expect.any(String), gateway_id: expect.any(Number) },
      smart_routing_verification: { status: 'successful' },
      billing_address: { ...sent.billing_address, last_name: null, city: null, address: null, phone: null },
    })
    expect(transaction.credit_card).toEqual({
      brand: 'visa',
      product: null,
      last_4: '0000',
      first_1: '4',
      bin: '420000',
      bin_8: '42000000',
      issuer_country: null,
      issuer_name: null,
      stamp: expect.stringMatching(/^[0-9a-f]{64}$/),
      token: expect.stringMatching(/^[0-9a-f]{64}$/),
      holder: 'Maria Keller',
      exp_month: 1,
      exp_year: 2039,
      token_provider: null,
    })
  })

  it('answers what was not sent with null or its default', async () => {
    const { transaction } = await tokenize(sandbox, { return_url: undefined }, { holder: undefined })
    expect(transaction).toMatchObject({
      tracking_id: null,
      language: 'en',
      test: false,
      additional_data: {},
      customer: { ip: null, email: null, device_id: null, birth_date: null },
      credit_card: { holder: null },
    })
    expect(transaction).not.toHaveProperty('return_url')
  })

  it.each(
    [...testCards].flatMap(([number, outcome]) =>
      switches.map(([skip, force, off, on]) => ({ number, ...outcome, skip, force, off, on })),
    ),
  )('$number, skip $skip, force $force', async ({ number, success, threeDSecure, skip, force, off, on }) => {
    for (const shopHasIt of [false, true]) {
      await setShop({ three_d_secure: shopHasIt })
      const { status, transaction } = await tokenize(
        sandbox,
        { skip_three_d_secure_verification: skip, force_three_d_secure_verification: force },
        { number },
      )
      const launched = (shopHasIt ? on : off) && threeDSecure !== 'none'
      const waits = launched && threeDSecure === 'challenge'
      const result = success ? 'successful' : 'failed'
      const page = `https://shop.example/sandbox/payments/${transaction.uid}`
      expect(status).toBe(200)
      expect(transaction).toMatchObject({
        status: waits ? 'incomplete' : result,
        three_d_secure_verification: { status: waits ? 'incomplete' : launched ? result : null },
        redirect_url: waits ? `${page}/challenge` : page,
      })
      expect(transaction.tokenization?.status ?? null).toBe(waits ? null : result)
      expect(transaction.credit_card.token === null).toBe(waits || !success)
    }
  })

  it('treats a number that is no test card like the one that succeeds', async () => {
    await setShop({ three_d_secure: true })
    const { transaction } = await tokenize(sandbox, {}, { number: '5555555555554444' })
    expect(transaction).toMatchObject({ status: 'successful', credit_card: { brand: 'master' } })
  })

  it('needs return_url where the shop has 3-D Secure, and says so as the interface does', async () => {
    await setShop({ three_d_secure: true })
    const before = await sandbox.dump()
    expect(await tokenize(sandbox, { return_url: undefined })).toMatchObject({
      status: 422,
      body: {
        response: { message: "Return url can't be blank.", errors: { return_url: ["can't be blank"] } },
      },
    })
    expect(await sandbox.dump()).toBe(before)
  })

  it('refuses by section, and repeats no card number', async () => {
    const { status, body } = await tokenize(
      sandbox,
      { amount: 0, customer: { ip: 'here' } },
      { number: '42000000000000001234x', exp_month: '13' },
    )
    expect(status).toBe(422)
    expect(body.response).toMatchObject({
      message: expect.stringMatching(/\.$/),
      errors: {
        amount: ['must be greater than 0'],
        credit_card: { number: [expect.any(String)], exp_month: [expect.any(String)] },
        customer: { ip: [expect.any(String)] },
      },
    })
    expect(JSON.stringify(body)).not.toContain('4200000000')
  })

  it('refuses wrong credentials', async () => {
    const { status, body } = await tokenize(sandbox, {}, {}, { authorization: basic(361, 'wrong') })
    expect([status, body]).toEqual([
      401,
      { response: { message: 'Unauthorized', errors: { base: ['Unauthorized'] } } },
    ])
  })

  it('gives a token that stands for the card at this shop alone, a new one each time', async () => {
    const { db, sealer } = sandbox.engine
    const first = await tokenize(sandbox, {}, { number: challengeCard })
    const second = await tokenize(sandbox, {}, { number: challengeCard })
    const token = first.transaction.credit_card.token ?? ''
    expect(second.transaction.credit_card.token).not.toBe(token)
    const shop = (await loadShop(db, sealer, testShop.shopId))!
    expect(await presentToken(sandbox.engine, shop, token, '222')).toMatchObject({
      outcome: { success: true, threeDSecure: 'challenge' },
      description: { brand: 'visa', last_4: '1097', token: null },
      cvc: 'N',
      token,
    })
    await ensureSandboxShop(db, sealer, { shopId: 362, secretKey: 'other' })
    const other = (await loadShop(db, sealer, 362))!
    expect(await presentToken(sandbox.engine, other, token)).toBeNull()
    expect(await presentToken(sandbox.engine, shop, randomUUID())).toBeNull()
  })

  it('keeps card numbers and CVCs nowhere, and tokens only sealed', async () => {
    const seen: unknown[][] = []
    const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation((...words: unknown[]) => void seen.push(words)),
    )
    await setShop({ three_d_secure: true })
    const tokens: string[] = []
    const numbers = [...testCards.keys(), '5555555555554444']
    const answers: unknown[] = []
    for (const number of numbers) {
      const made = await tokenize(
        sandbox,
        { notification_url: 'http://127.0.0.1:9/never' },
        { number, verification_value: '8642' },
      )
      answers.push(made.body)
      if (made.transaction.status === 'incomplete')
        answers.push((await answerTo(sandbox, made.transaction.uid)).body)
      const read = await sandbox.call('GET', `/transactions/${made.transaction.uid}`)
      const { transaction } = (await read.json()) as typeof made.body
      answers.push(transaction)
      if (transaction.credit_card.token) tokens.push(transaction.credit_card.token)
    }
    const raw = JSON.stringify(tokenizationBody({}, { verification_value: '8642' })).slice(0, -1)
    answers.push((await tokenize(sandbox, {}, {}, { raw })).body)
    spies.forEach((spy) => spy.mockRestore())
    expect(seen).toEqual([])
    expect(tokens).toHaveLength(8)
    const kept = await sandbox.dump()
    for (const secret of [...numbers, testShop.secretKey])
      expect(kept + JSON.stringify(answers)).not.toContain(secret)
    expect(kept + JSON.stringify(answers)).not.toMatch(digitsAlone('8642'))
    for (const token of tokens) {
      expect(kept).not.toContain(token)
      expect(kept).not.toContain(Buffer.from(token).toString('hex'))
    }
    expect(kept).toContain('Maria Keller')
  })
})
