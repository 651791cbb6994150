import { createPublicKey, randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { sandboxSettings } from '../shops/settings'
import { loadShop } from '../shops/shops'
import { testSandbox, testShop } from '../testing'
import { resultView } from '../transactions/result'
import { paymentsAt, testCards } from './testing'

onEachEngine('paying for a product with a test card', (kind) => {
  const sandbox = testSandbox(kind)
  const { create, quantity, pay, transaction } = paymentsAt(sandbox)

  it('takes one from the stock and keeps the transaction', async () => {
    const id = await create({ visible_fields: ['email', 'country', 'state', 'zip'] })
    const customer = { email: 'maria@example.com', country: 'us', state: 'ny', zip: '10001' }
    const paid = await pay(id, { ...customer, first_name: 'not asked for' })
    expect(paid).toEqual({
      status: 201,
      body: {
        uid: expect.any(String),
        status: 'successful',
        next: `/sandbox/payments/${paid.body.uid}`,
      },
    })
    expect(await quantity(id)).toBe(3)
    expect(await transaction(paid.body.uid)).toMatchObject({
      uid: paid.body.uid,
      id: paid.body.uid,
      status: 'successful',
      message: 'Successfully processed',
      type: 'payment',
      payment_method_type: 'credit_card',
      amount: 6500,
      currency: 'EUR',
      description: 'Printing workshop',
      tracking_id: null,
      language: 'en',
      test: false,
      paid_at: expect.stringMatching(/\.\d{3}Z$/),
      credit_card: {
        brand: 'visa',
        last_4: '0000',
        first_1: '4',
        bin: '420000',
        bin_8: '42000000',
        holder: 'Maria Keller',
        exp_month: 12,
        exp_year: 2039,
      },
      three_d_secure_verification: { status: null },
      avs_cvc_verification: { cvc_verification: { result_code: 'M' } },
      customer: { email: 'maria@example.com', ip: null },
      billing_address: { country: 'US', state: 'NY', zip: '10001', first_name: null },
      additional_data: { product_id: id },
      payment: { amount: 6500, currency: 'EUR', status: 'successful' },
    })
  })

  it.each<[string, Record<string, unknown>, Record<string, string[]>]>([
    ['no test card', { number: '4111111111111111' }, { number: ['not_a_test_card'] }],
    ['a short number', { number: '42' }, { number: ['card_number'] }],
    ['no number', { number: '' }, { number: ['blank'] }],
    ['no month', { expiry: '13/39' }, { expiry: ['expiry'] }],
    ['a past month', { expiry: '01/20' }, { expiry: ['expiry_past'] }],
    ['a long CVC', { verification_value: '12345' }, { verification_value: ['security_code'] }],
    ['no CVC', { verification_value: undefined }, { verification_value: ['required'] }],
    ['no holder', { holder: ' ' }, { holder: ['blank'] }],
    ['a long holder', { holder: 'x'.repeat(36) }, { holder: ['too_long'] }],
    ['NUL in the holder', { holder: 'a\0' }, { holder: ['invalid'] }],
    ['half a character in the holder', { holder: 'a\ud800' }, { holder: ['invalid'] }],
    ['no e-mail', { email: 'maria' }, { email: ['email'] }],
    ['no zip of the US', { country: 'US', zip: '1234' }, { zip: ['zip'] }],
    ['no country', { country: 'Germany' }, { country: ['country'] }],
    ['no attempt', { attempt: undefined }, { attempt: ['invalid'] }],
    ['half a price', { shown: { amount: 6500 } }, { shown: ['invalid'] }],
    ['a price in words', { shown: '65.00 EUR' }, { shown: ['invalid'] }],
  ])('refuses a form with %s, and nothing changes', async (_, over, errors) => {
    const id = await create({ visible_fields: ['email', 'country', 'zip'] })
    const before = await sandbox.dump()
    expect(await pay(id, over)).toMatchObject({ status: 422, body: { code: 'invalid', errors } })
    expect(await sandbox.dump()).toBe(before)
  })

  it('drops a state outside the countries that have one', async () => {
    const id = await create({ visible_fields: ['country', 'state'] })
    const { body } = await pay(id, { country: 'DE', state: 'NY' })
    expect(await transaction(body.uid)).toMatchObject({ billing_address: { country: 'DE', state: null } })
  })

  it('pays ten at once for three items exactly three times', async () => {
    const id = await create({ quantity: '3' })
    const made = await Promise.all(Array.from({ length: 10 }, () => pay(id)))
    expect(made.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(made.filter(({ status, body }) => status === 409 && body.code === 'sold_out')).toHaveLength(7)
    expect(await quantity(id)).toBe(0)
    expect(await pay(id, { number: testCards.declined })).toMatchObject({
      status: 409,
      body: { code: 'sold_out' },
    })
  })

  it('pays one attempt once, however often it is sent', async () => {
    const [id, other] = [await create(), await create()]
    const attempt = randomUUID()
    const made = await Promise.all(Array.from({ length: 6 }, () => pay(id, { attempt })))
    expect(new Set(made.map(({ body }) => body.uid)).size).toBe(1)
    expect(made.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await quantity(id)).toBe(3)
    expect(await pay(other, { attempt })).toMatchObject({ status: 409, body: { code: 'stale_page' } })
    expect(await quantity(other)).toBe(4)
  })

  it('charges no other price than the page showed', async () => {
    const id = await create()
    const shown = { amount: 6500, currency: 'EUR' }
    const attempt = randomUUID()
    expect((await pay(id, { attempt, shown })).status).toBe(201)
    const stale = { status: 409, body: { code: 'stale_page' } }
    await sandbox.call('PUT', `/products/${id}`, { body: { amount: '9900' } })
    const before = await sandbox.dump()
    expect(await pay(id, { shown })).toMatchObject(stale)
    expect(await pay(id, { shown: { amount: 9900, currency: 'JPY' } })).toMatchObject(stale)
    expect(await sandbox.dump()).toBe(before)
    // An attempt paid before the change stays paid.
    expect((await pay(id, { attempt, shown })).status).toBe(200)
    expect(await quantity(id)).toBe(3)
    const paid = await pay(id, { shown: { amount: 9900, currency: 'EUR' } })
    expect(await transaction(paid.body.uid)).toMatchObject({ amount: 9900, currency: 'EUR' })
    // A caller without a page sends no `shown`.
    expect(await transaction((await pay(id)).body.uid)).toMatchObject({ amount: 9900 })
  })

  it('pays an infinite, immortal product again and again, and no expired one', async () => {
    const endless = await create({
      quantity: undefined,
      infinite: true,
      immortal: true,
      expired_at: '2020-01-01T00:00:00+00:00',
    })
    for (let round = 0; round < 3; round++) expect((await pay(endless)).status).toBe(201)
    const expired = await create({ expired_at: '2020-01-01T00:00:00+00:00' })
    expect(await pay(expired)).toMatchObject({ status: 409, body: { code: 'expired' } })
    expect((await pay('prd_0123456789abcdef')).status).toBe(404)
  })

  it('lets no other site post to it, and reports each attempt', async () => {
    const id = await create()
    const refused: (string | null)[] = []
    const onForeignPost = (headers: Headers) => void refused.push(headers.get('origin'))
    sandboxSettings.set({ ...sandboxSettings.get(), onForeignPost })
    const from = (origin: string, host = '127.0.0.1:3000') => pay(id, {}, { headers: { origin, host } })
    expect(await from('https://evil.example')).toMatchObject({
      status: 403,
      body: { code: 'foreign_origin' },
    })
    expect((await from('null')).status).toBe(403)
    expect((await pay(id, {}, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    expect((await from('https://shop.example')).status).toBe(201)
    expect((await from('http://127.0.0.1:3000')).status).toBe(201)
    expect(refused).toEqual(['https://evil.example', 'null', null])
  })

  it('leads the payer back with status and uid', async () => {
    const id = await create({ return_url: 'https://books.example/back?order=7&x=%20y#top' })
    const { body } = await pay(id)
    expect(await resultView(body.uid)).toMatchObject({
      status: 'successful',
      description: 'Printing workshop',
      returnTo: `https://books.example/back?order=7&x=%20y&status=successful&uid=${body.uid}#top`,
    })
    expect(await resultView(randomUUID())).toBeNull()
    expect(await resultView("' OR 1=1")).toBeNull()
  })

  it('gives the shop a key pair once', async () => {
    const { db, sealer } = sandbox.engine
    const shop = (await loadShop(db, sealer, testShop.shopId))!
    const key = createPublicKey({ key: Buffer.from(shop.publicKey, 'base64'), format: 'der', type: 'spki' })
    expect(key.asymmetricKeyDetails).toMatchObject({ modulusLength: 2048 })
    const { ensureSandboxShop } = await import('../shops/shops')
    await ensureSandboxShop(db, sealer, { ...testShop, secretKey: 'another' })
    const after = (await loadShop(db, sealer, testShop.shopId))!
    expect([after.publicKey, after.secretKey, after.privateKey()]).toEqual([
      shop.publicKey,
      'another',
      shop.privateKey(),
    ])
    await ensureSandboxShop(db, sealer, testShop)
  })
})
