import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testEngines } from '../../db/testing'
import { sandboxSettings } from '../settings'
import { basic, openTestSandbox, productBody, testShop, type TestCall, type TestSandbox } from '../testing'

type Answered = { id: string; name: string; quantity: number | null; [field: string]: unknown }

const withoutField = (field: string) => {
  const { [field]: _, ...rest } = productBody() as Record<string, unknown>
  return rest
}

/** One wrong thing each: body, and the errors it is answered with. */
const invalidCreates: [string, unknown, Record<string, string[]>][] = [
  ['no name', withoutField('name'), { name: ["can't be blank"] }],
  ['null name', productBody({ name: null }), { name: ["can't be blank"] }],
  ['empty name', productBody({ name: '' }), { name: ["can't be blank"] }],
  ['blank name', productBody({ name: '  \t' }), { name: ["can't be blank"] }],
  ['number as name', productBody({ name: 7 }), { name: ["can't be blank"] }],
  ['NUL in name', productBody({ name: 'a\0b' }), { name: ['is invalid'] }],
  ['half a character in name', productBody({ name: 'a\ud800b' }), { name: ['is invalid'] }],
  ['no description', withoutField('description'), { description: ["can't be blank"] }],
  ['empty description', productBody({ description: '' }), { description: ["can't be blank"] }],
  ['NUL in description', productBody({ description: '\0' }), { description: ['is invalid'] }],
  ['no currency', withoutField('currency'), { currency: ["can't be blank"] }],
  ['empty currency', productBody({ currency: '' }), { currency: ["can't be blank"] }],
  ['unknown currency', productBody({ currency: 'XYZ' }), { currency: ['is invalid'] }],
  ['lower-case currency', productBody({ currency: 'eur' }), { currency: ['is invalid'] }],
  ['numeric currency', productBody({ currency: '978' }), { currency: ['is invalid'] }],
  ['no amount', withoutField('amount'), { amount: ["can't be blank"] }],
  ['empty amount', productBody({ amount: '' }), { amount: ["can't be blank"] }],
  ['zero amount', productBody({ amount: '0' }), { amount: ['must be greater than 0'] }],
  ['negative amount', productBody({ amount: -5 }), { amount: ['must be greater than 0'] }],
  ['amount in words', productBody({ amount: 'ten' }), { amount: ['is not a number'] }],
  ['amount with decimals', productBody({ amount: '65.00' }), { amount: ['is not a number'] }],
  ['fractional amount', productBody({ amount: 65.5 }), { amount: ['is not a number'] }],
  ['list as amount', productBody({ amount: [1] }), { amount: ['is not a number'] }],
  [
    'unsafe amount',
    productBody({ amount: '9007199254740993' }),
    { amount: ['must be less than or equal to 9007199254740991'] },
  ],
  ['no quantity', withoutField('quantity'), { quantity: ["can't be blank"] }],
  [
    'no quantity, infinite false',
    { ...withoutField('quantity'), infinite: false },
    { quantity: ["can't be blank"] },
  ],
  ['quantity with infinite', productBody({ infinite: true }), { quantity: ['must be blank'] }],
  [
    'negative quantity',
    productBody({ quantity: '-1' }),
    { quantity: ['must be greater than or equal to 0'] },
  ],
  ['quantity in words', productBody({ quantity: 'some' }), { quantity: ['is not a number'] }],
  ['null quantity', productBody({ quantity: null }), { quantity: ["can't be blank"] }],
  ['infinite as text', productBody({ infinite: 'yes' }), { infinite: ['is invalid'] }],
  ['visible_fields as text', productBody({ visible_fields: 'email' }), { visible_fields: ['is invalid'] }],
  [
    'unknown visible field',
    productBody({ visible_fields: ['email', 'iq'] }),
    { visible_fields: ['is invalid'] },
  ],
  ['test as number', productBody({ test: 1 }), { test: ['is invalid'] }],
  ['immortal as text', productBody({ immortal: 'true' }), { immortal: ['is invalid'] }],
  ['no expired_at', withoutField('expired_at'), { expired_at: ["can't be blank"] }],
  ['no zone', productBody({ expired_at: '2039-12-31T10:00:00' }), { expired_at: ['is invalid'] }],
  ['Z for a zone', productBody({ expired_at: '2039-12-31T10:00:00Z' }), { expired_at: ['is invalid'] }],
  ['no such day', productBody({ expired_at: '2039-02-30T10:00:00+00:00' }), { expired_at: ['is invalid'] }],
  ['a date alone', productBody({ expired_at: '2039-12-31' }), { expired_at: ['is invalid'] }],
  [
    'relative return_url',
    productBody({ return_url: '/back' }),
    { return_url: ['does not appear to be valid'] },
  ],
  [
    'script as return_url',
    productBody({ return_url: 'javascript:alert(1)' }),
    { return_url: ['does not appear to be valid'] },
  ],
  ['return_url as number', productBody({ return_url: 5 }), { return_url: ['does not appear to be valid'] }],
  ['shop_id as text', productBody({ shop_id: 'me' }), { shop_id: ['is not a number'] }],
  ["another's shop_id", productBody({ shop_id: 362 }), { shop_id: ['is invalid'] }],
  ['language in capitals', productBody({ language: 'EN' }), { language: ['is invalid'] }],
  ['null language', productBody({ language: null }), { language: ['is invalid'] }],
  ['unknown type', productBody({ transaction_type: 'charge' }), { transaction_type: ['is invalid'] }],
]

const badBodies: [string, TestCall, number][] = [
  ['no body', {}, 400],
  ['no JSON', { raw: 'name=Book' }, 400],
  ['half of JSON', { raw: '{"name": "Book"' }, 400],
  ['a list', { body: [productBody()] }, 400],
  ['a string', { body: 'Book' }, 400],
  ['null', { body: null }, 400],
  ['no UTF-8', { raw: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]) }, 400],
  ['more than 1 MiB', { body: productBody({ description: 'x'.repeat(1024 * 1024) }) }, 413],
  ['a million brackets', { raw: '['.repeat(1024 * 1000) }, 400],
]

const wrongCredentials: [string, string | null][] = [
  ['none', null],
  ['another scheme', 'Bearer abc'],
  ['no Base64', 'Basic ???'],
  ['no colon', `Basic ${Buffer.from('361').toString('base64')}`],
  ['wrong key', basic(361, 'wrong')],
  ['empty key', basic(361, '')],
  ['unknown shop', basic(1, testShop.secretKey)],
  ['unknown shop, empty key', basic(1, '')],
  ['a shop ID beyond all numbers', basic('99999999999999999999', testShop.secretKey)],
  ['no number for a shop', basic('x', testShop.secretKey)],
]

describe.each(testEngines)('products of the sandbox on $kind', ({ kind, available }) => {
  describe.skipIf(!available)('through the interface', () => {
    let sandbox: TestSandbox
    beforeAll(async () => {
      sandbox = await openTestSandbox(kind)
    })
    afterAll(() => sandbox.dispose())

    const create = async (body: unknown = productBody()) => {
      const answer = await sandbox.call('POST', '/products', { body })
      expect(answer.status).toBe(201)
      return (await answer.json()) as Answered
    }
    const read = async (id: string) =>
      (await (await sandbox.call('GET', `/products/${id}`)).json()) as Answered

    it('creates, with exactly the fields of the interface', async () => {
      const product = await create(
        productBody({ unknown: 'ignored', visible_fields: ['email'], shop_id: 361 }),
      )
      expect(product).toEqual({
        id: expect.stringMatching(/^prd_[0-9a-f]{16}$/),
        name: 'Printing workshop',
        description: 'Letterpress, Saturday 10:00',
        currency: 'EUR',
        amount: 6500,
        quantity: 4,
        infinite: false,
        language: 'en',
        transaction_type: 'payment',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        updated_at: product.created_at,
        test: false,
        additional_data: {},
        pay_url: `https://shop.example/sandbox/products/${product.id}/pay`,
        payment_url: `https://shop.example/sandbox/products/${product.id}/pay`,
        confirm_url: `https://shop.example/sandbox/v2/confirm_order/${product.id}/361`,
      })
      expect(await read(product.id)).toEqual(product)
    })

    it('lists newest first', async () => {
      const made: string[] = []
      for (const name of ['One', 'Two', 'Three']) made.unshift((await create(productBody({ name }))).id)
      const list = (await (await sandbox.call('GET', '/products')).json()) as Answered[]
      expect(list.slice(0, 3).map(({ id }) => id)).toEqual(made)
    })

    it('updates part of a product, with an empty 204', async () => {
      const { id } = await create()
      const answer = await sandbox.call('PUT', `/products/${id}`, { body: { amount: 700, infinite: true } })
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      expect(await read(id)).toMatchObject({
        amount: 700,
        infinite: true,
        quantity: null,
        name: 'Printing workshop',
      })
      await sandbox.call('PUT', `/products/${id}`, { body: { infinite: false, quantity: '9' } })
      expect(await read(id)).toMatchObject({ infinite: false, quantity: 9 })
    })

    it.each(invalidCreates)('refuses to create: %s', async (_, body, errors) => {
      const before = await sandbox.dump()
      const answer = await sandbox.call('POST', '/products', { body })
      const reply = (await answer.json()) as { message: string }
      expect([answer.status, reply]).toEqual([422, { message: expect.any(String), errors }])
      expect(reply.message).not.toMatch(/\.$/)
      expect(await sandbox.dump()).toBe(before)
    })

    it('tells all that is wrong at once, and joins it into one message', async () => {
      const answer = await sandbox.call('POST', '/products', {
        body: { amount: 0, language: 'en', immortal: true },
      })
      expect(await answer.json()).toEqual({
        message:
          "Name can't be blank. Description can't be blank. Currency can't be blank. " +
          "Amount must be greater than 0. Quantity can't be blank",
        errors: {
          name: ["can't be blank"],
          description: ["can't be blank"],
          currency: ["can't be blank"],
          amount: ['must be greater than 0'],
          quantity: ["can't be blank"],
        },
      })
    })

    it.each<[string, unknown, Record<string, string[]>]>([
      ['nothing', {}, { base: ['nothing to change'] }],
      ['only unknown keys', { colour: 'red' }, { base: ['nothing to change'] }],
      ['zero amount', { amount: 0 }, { amount: ['must be greater than 0'] }],
      ['blank name', { name: ' ' }, { name: ["can't be blank"] }],
      ['unknown currency', { currency: 'ABC' }, { currency: ['is invalid'] }],
      ['infinite false alone', { infinite: false }, { quantity: ["can't be blank"] }],
      ['infinite with a quantity', { infinite: true, quantity: 3 }, { quantity: ['must be blank'] }],
      ['immortal false alone', { immortal: false }, { expired_at: ["can't be blank"] }],
      ['null quantity', { quantity: null }, { quantity: ["can't be blank"] }],
      ['bad language', { language: 'english' }, { language: ['is invalid'] }],
    ])('refuses to update with %s', async (_, body, errors) => {
      const { id } = await create()
      const before = await sandbox.dump()
      const answer = await sandbox.call('PUT', `/products/${id}`, { body })
      expect([answer.status, await answer.json()]).toEqual([422, { message: expect.any(String), errors }])
      expect(await sandbox.dump()).toBe(before)
    })

    it('refuses a quantity for a product that is infinite', async () => {
      const { quantity: _, ...rest } = productBody()
      const { id } = await create({ ...rest, infinite: true })
      const answer = await sandbox.call('PUT', `/products/${id}`, { body: { quantity: 3 } })
      expect([answer.status, await answer.json()]).toMatchObject([
        422,
        { errors: { quantity: ['must be blank'] } },
      ])
    })

    it.each(badBodies)('refuses a body that is %s', async (_, options, status) => {
      const before = await sandbox.dump()
      const answer = await sandbox.call('POST', '/products', options)
      expect([answer.status, await answer.json()]).toEqual([status, { message: expect.any(String) }])
      expect(await sandbox.dump()).toBe(before)
    })

    it.each(wrongCredentials)('answers 401 to credentials: %s', async (_, authorization) => {
      for (const [method, path] of [
        ['GET', '/products'],
        ['POST', '/products'],
        ['PUT', '/shop'],
      ] as const) {
        const answer = await sandbox.call(method, path, {
          authorization,
          raw: method === 'GET' ? undefined : 'not even JSON',
        })
        expect([answer.status, await answer.json()]).toEqual([401, { message: 'Unauthorized' }])
        expect(answer.headers.get('www-authenticate')).toMatch(/^Basic /)
      }
    })

    it.each(['prd_0123456789abcdef', 'prd_XYZ', '0', "prd_0' OR 1=1", '%00', '\0'])(
      'answers 302 with a description to GET of %j, and 404 to PUT',
      async (id) => {
        const got = await sandbox.call('GET', `/products/${encodeURIComponent(id)}`)
        expect([got.status, got.headers.get('location'), await got.json()]).toEqual([
          302,
          null,
          { message: 'Record not found' },
        ])
        const put = await sandbox.call('PUT', `/products/${encodeURIComponent(id)}`, { body: { amount: 5 } })
        expect([put.status, await put.json()]).toEqual([404, { message: 'Record not found' }])
      },
    )

    it('is 404 altogether when it is off', async () => {
      const settings = sandboxSettings.get()
      sandboxSettings.set(undefined as never)
      const answer = await sandbox.call('GET', '/products')
      expect(answer.status).toBe(404)
      sandboxSettings.set(settings)
    })

    it('sets what the provider would have on its settings page', async () => {
      const set = (body: unknown) => sandbox.call('PUT', '/shop', { body })
      const answer = await set({ url: 'https://books.example', three_d_secure: true })
      expect(await answer.json()).toEqual({ public_key: expect.stringMatching(/^MIIB[A-Za-z0-9+/]+={0,2}$/) })
      expect((await set({ notification_url: 'ftp://x' })).status).toBe(422)
      expect((await set({ three_d_secure: 'yes' })).status).toBe(422)
      expect((await set({ url: null })).status).toBe(200)
    })
  })
})
