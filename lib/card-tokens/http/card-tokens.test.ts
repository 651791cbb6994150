import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type {
  CardTokenDetail,
  CardTokenPage,
  RevealedCardToken,
  TokenizationResult,
} from '@/lib/card-tokens/schema'
import type { PaymentSettings } from '@/lib/payments/settings'
import type { Problem } from '@/lib/core/api/problem'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { SignedIn } from '@/lib/core/server/auth/actor'
import { secretKey } from '@/lib/core/server/shop/load'
import { activity, idempotencyKeys } from '@/lib/core/server/tables/requests'
import { browser } from '../../testing/browser'
import { addMember, testApplication, testPerson } from '../../testing/application'
import { settingsVersion } from '@/lib/testing/office'
import { digitsAlone } from '@/lib/testing/digits-alone'

const support = testPerson('Support')
const manager = testPerson('Manager')

const number = '4012000000001006'
const code = '8473'
/** The number in any grouping, and the code. */
const traces = [/4012[ -]?0000[ -]?0000[ -]?1006/, digitsAlone(code)]

let amount = 1000
const request = (card: Record<string, unknown> = {}, over: Record<string, unknown> = {}) => ({
  request: {
    amount: ++amount,
    currency: 'EUR',
    description: 'Membership',
    return_url: 'https://books.example/back',
    test: true,
    credit_card: {
      number,
      verification_value: code,
      holder: 'Maria Keller',
      exp_month: '1',
      exp_year: '2039',
      ...card,
    },
    additional_data: { contract: ['recurring'] },
    ...over,
  },
})

onEachEngine('card tokens over HTTP with the sandbox', (kind) => {
  const app = testApplication(kind)
  beforeAll(async () => {
    const { engine } = app
    await addMember(engine, support, 'support')
    await addMember(engine, manager, 'manager')
  })
  beforeEach(() => set({ direct_tokenization: true, three_d_secure: false }))

  const call = async <Body = Problem>(
    method: string,
    place: string,
    { body, as, headers }: { body?: unknown; as?: SignedIn; headers?: Record<string, string> } = {},
  ) => {
    browser.person = as ?? app.owner.actor
    const response = await fetch(`${app.url}/api/shops/sandbox${place}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, text, body: JSON.parse(text) as Body }
  }
  const set = async (change: Partial<PaymentSettings>) => {
    expect((await put(change)).status).toBe(200)
  }
  const put = async (change: object, as?: SignedIn) =>
    call('PUT', '/payment-settings', {
      as,
      body: { ...change, version: await settingsVersion(app.engine.db) },
    })
  const fault = async (order: Record<string, unknown>) => {
    const credentials = Buffer.from(`${app.owner.shop.gatewayShopId}:${secretKey(app.owner)}`)
    const answer = await fetch(`${app.url}/sandbox/faults`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${credentials.toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ endpoint: 'tokenizations.create', ...order }),
    })
    expect(answer.status).toBe(201)
  }
  const tokenize = (card: Record<string, unknown> = {}, over: Record<string, unknown> = {}) =>
    call<TokenizationResult>('POST', '/card-tokens', { body: request(card, over) })

  it('are made from a card, stored, shown, revealed and removed', async () => {
    const made = await tokenize({}, { force_three_d_secure_verification: true })
    expect(made).toMatchObject({
      status: 201,
      body: {
        known: false,
        status: 'successful',
        tokenization: { status: 'successful' },
        test: true,
        card: { brand: 'visa', bin: '401200', last_4: '1006', holder: 'Maria Keller', exp_year: 2039 },
        smart_routing_status: 'successful',
      },
    })
    expect(made.body.three_d_secure).toContainEqual({ name: 'status', value: 'successful' })
    const { id } = made.body
    const { body: page } = await call<CardTokenPage>('GET', '/card-tokens?q=keller+1006')
    expect(page.items).toMatchObject([
      { id, last_4: '1006', contracts: ['recurring'], source: 'direct', expiry: 'valid' },
    ])
    const revealed = await call<RevealedCardToken>('POST', `/card-tokens/${id}/reveal`)
    expect(revealed.body.token).toMatch(/^[0-9a-f]{64}$/)
    const { token } = revealed.body
    for (const text of [made.text, JSON.stringify(page)]) expect(text).not.toContain(token)
    const detail = await call<CardTokenDetail>('GET', `/card-tokens/${id}`)
    expect(detail.body).toMatchObject({ created_by: app.owner.actor.name, bin: '401200' })
    expect(detail.text).not.toContain(token)
    expect(await call('POST', `/card-tokens/${id}/remove`, { as: manager })).toMatchObject({ status: 200 })
    expect(await call('GET', `/card-tokens/${id}`)).toMatchObject({ status: 404 })
    const done = await app.engine.db.select().from(activity).where(app.whereShop(activity))
    for (const action of ['card_token.tokenized', 'card_token.revealed', 'card_token.removed'])
      expect(done.some((entry) => entry.action === action && entry.subject === id)).toBe(true)
  })

  it('are refused to everybody if the shop lets nobody type in cards', async () => {
    await set({ direct_tokenization: false })
    expect(await tokenize()).toMatchObject({ status: 409, body: { code: 'direct_tokenization_off' } })
  })

  it('are not for support', async () => {
    for (const [method, place] of [
      ['GET', '/card-tokens'],
      ['POST', '/card-tokens'],
      ['POST', '/card-tokens/x/reveal'],
      ['POST', '/card-tokens/x/remove'],
      ['GET', '/payment-settings'],
    ] as const)
      expect(
        await call(method, place, { as: support, body: method === 'POST' ? request() : undefined }),
      ).toMatchObject({ status: 403 })
    expect(await put({ support_checkouts: true }, manager)).toMatchObject({ status: 403 })
  })

  it('need a return_url where the shop uses 3-D Secure', async () => {
    await set({ three_d_secure: true })
    expect(await tokenize({}, { return_url: undefined })).toMatchObject({
      status: 422,
      body: { errors: { 'request.return_url': ['Needed, as this shop uses 3-D Secure'] } },
    })
  })

  it('wait where the payer has to pass a verification', async () => {
    const { body } = await tokenize(
      { number: '4012000000001097' },
      { force_three_d_secure_verification: true },
    )
    expect(body).toMatchObject({ id: null, status: 'incomplete' })
    expect(body.redirect_url).toMatch(/\/challenge$/)
  })

  it('are not made from declined cards', async () => {
    const { body } = await tokenize({ number: '4005550000000019' })
    expect(body).toMatchObject({ id: null, status: 'failed' })
  })

  it('pass on that the gateway refuses a duplicate', async () => {
    const body = request()
    expect((await call('POST', '/card-tokens', { body })).status).toBe(201)
    expect(await call('POST', '/card-tokens', { body })).toMatchObject({
      status: 409,
      body: { code: 'gateway_duplicate' },
    })
    const again = { request: { ...body.request, duplicate_check: false } }
    expect((await call('POST', '/card-tokens', { body: again })).status).toBe(201)
  })

  it.each(['lost', 'malformed'] as const)('are unconfirmed where the answer is %s', async (loss) => {
    await fault({ kind: loss, ...(loss === 'lost' ? {} : { happens: true }) })
    expect(await tokenize()).toMatchObject({ status: 504, body: { code: 'unconfirmed' } })
  })

  it('leave the card nowhere: in no table, no log, no file', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    for (const body of [request(), request({ number: '4012 0000 0000 1006' })])
      await call('POST', '/card-tokens', { body, headers })
    await fault({ kind: 'lost' })
    await tokenize()
    await fault({ kind: 'status', status: 500 })
    await tokenize()
    expect(await app.engine.db.select().from(idempotencyKeys)).toEqual([])
    const places = { tables: await app.dump(), log: app.logged() }
    for (const [place, text] of Object.entries(places))
      for (const trace of traces) expect([place, trace.exec(text)]).toEqual([place, null])
    expect(places.tables).toContain('1006')
    if (app.folder === null) return
    await app.engine.db.execute(sql`CHECKPOINT`)
    const files = filesIn(app.folder)
    expect(files.length).toBeGreaterThan(0)
    for (const file of files)
      expect([file, (traces[0] as RegExp).test(readFileSync(file, 'latin1'))]).toEqual([file, false])
  })

  it('are configured by owners, and changes are recorded', async () => {
    const before = await call<PaymentSettings>('GET', '/payment-settings')
    expect(before.body).toEqual({
      support_checkouts: false,
      direct_tokenization: true,
      three_d_secure: false,
      checkout_query: false,
      transaction_query: true,
      checkout_attempts: 3,
      transaction_page: null,
      version: expect.any(Number) as number,
    })
    await set({ support_checkouts: true, direct_tokenization: true })
    const { body } = await call<PaymentSettings>('GET', '/payment-settings')
    expect(body).toEqual({
      ...before.body,
      support_checkouts: true,
      version: before.body.version + 1,
    })
    const recorded = (
      await app.engine.db.select().from(activity).where(app.whereShop(activity)).orderBy(activity.id)
    ).filter(({ action }) => action === 'payment_settings.changed')
    expect(recorded.at(-1)?.detail).toEqual({ support_checkouts: true })
    expect(await put({ direct: true })).toMatchObject({
      status: 422,
    })
    for (const checkout_attempts of [0, 100, 'many'])
      expect(await put({ checkout_attempts })).toMatchObject({
        status: 422,
        body: { errors: { checkout_attempts: [expect.any(String)] } },
      })
    expect(await put({ three_d_secure: 1 })).toMatchObject({
      status: 422,
    })
  })

  // Must run last, as the sandbox keeps the fault's text.
  it('give back nothing of the card, whatever is refused', async () => {
    const spoken = `Card ${number.replace(/(.{4})(?=.)/g, '$1 ')} with ${code} is odd`
    await fault({
      kind: 'status',
      status: 422,
      body: {
        response: { message: spoken, errors: { credit_card: { number: [spoken] }, base: [number] } },
      },
    })
    const refused = await tokenize()
    expect(refused).toMatchObject({ status: 422, body: { code: 'gateway_rejected' } })
    const broken = [
      request({ number: `${number}x` }),
      request({ number: Number(number) }),
      request({ [number]: code }),
      { ...request(), [number]: number },
      request({}, { description: undefined, currency: number, email: code }),
      request({ verification_value: `${code}${code}` }),
      { request: number },
      { request: [number] },
    ]
    const answers = [refused]
    for (const body of broken) answers.push((await call('POST', '/card-tokens', { body })) as never)
    for (const { status, text } of answers) {
      expect(status).toBe(422)
      for (const trace of traces) expect(text).not.toMatch(trace)
    }
    const answer = await fetch(`${app.url}/api/shops/sandbox/card-tokens`, {
      method: 'POST',
      body: `{"request":{"number":"${number}"`,
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).not.toMatch(traces[0] as RegExp)
  })
})

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
}
