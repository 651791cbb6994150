import { describe, expect, it } from 'vitest'
import { customerBody, testSandbox, productBody } from '../testing'
import { relaxed } from './lenient'

describe('the types of a body in a lenient sandbox', () => {
  it.each<[string, Parameters<typeof relaxed>[1], Record<string, unknown>, Record<string, unknown>]>([
    ['numbers for text', 'products.create', { amount: 1233, quantity: 5 }, { amount: '1233', quantity: '5' }],
    ['text for an integer', 'products.update', { shop_id: '363' }, { shop_id: 363 }],
    [
      'booleans as text',
      'products.create',
      { infinite: 'true', test: 'false' },
      { infinite: true, test: false },
    ],
    ['booleans as numbers', 'products.create', { test: 1, immortal: 0 }, { test: true, immortal: false }],
    ['no boolean at all', 'products.create', { test: 'yes' }, { test: 'yes' }],
    [
      'UTC',
      'products.create',
      { expired_at: '2039-09-18T10:00:00Z' },
      { expired_at: '2039-09-18T10:00:00+00:00' },
    ],
    [
      'milliseconds',
      'products.create',
      { expired_at: '2039-09-18T10:00:00.000Z' },
      { expired_at: '2039-09-18T10:00:00+00:00' },
    ],
    [
      'a zone without colon',
      'products.create',
      { expired_at: '2039-09-18T10:00:00+0200' },
      { expired_at: '2039-09-18T10:00:00+02:00' },
    ],
    [
      'a checkout of text',
      'checkouts.create',
      { checkout: { attempts: '3', iframe: 'true', order: { amount: '500' }, settings: { auto_return: 0 } } },
      { checkout: { attempts: 3, iframe: true, order: { amount: 500 }, settings: { auto_return: '0' } } },
    ],
    [
      'a list with gaps',
      'checkouts.create',
      { checkout: { settings: { customer_fields: { read_only: { 1: 'last_name', 2: 'email' } } } } },
      { checkout: { settings: { customer_fields: { read_only: ['last_name', 'email'] } } } },
    ],
    [
      'what is not shown',
      'checkouts.create',
      { checkout: { payment_method: { types: [{ apm: { channel: 5 } }] } } },
      { checkout: { payment_method: { types: [{ apm: { channel: 5 } }] } } },
    ],
    [
      'a card of numbers',
      'tokenizations.create',
      { request: { amount: '100', credit_card: { number: 4200000000000000, exp_month: 5, exp_year: 2039 } } },
      {
        request: {
          amount: 100,
          credit_card: { number: '4200000000000000', exp_month: '5', exp_year: '2039' },
        },
      },
    ],
    ['settings of the sandbox itself', 'shop.update', { three_d_secure: 'true' }, { three_d_secure: 'true' }],
  ])('%s', (_, name, sent, read) => {
    expect(relaxed(sent, name)).toEqual(read)
  })
})

describe('a lenient sandbox', () => {
  const sandbox = testSandbox('embedded', { isLenient: true })

  it.each<[string, string, unknown, Record<string, string>]>([
    ['numbers', '/products', productBody({ amount: 990, quantity: 10, shop_id: '361' }), {}],
    ['empty text', '/products', productBody({ return_url: '', visible_fields: null }), {}],
    ['no language', '/products', productBody({ language: '' }), {}],
    ['no content type of JSON', '/products', productBody(), { 'content-type': 'text/plain' }],
    [
      'a state of India',
      '/customers',
      customerBody({ country: 'IN', state: 'GA', phone: 4912345, zip: '' }),
      {},
    ],
  ])('takes %s', async (_, path, body, headers) => {
    expect((await sandbox.call('POST', path, { body, headers })).status).toBe(201)
  })

  it.each<[string, string, string, Record<string, string>, 'wrapped' | 'flat']>([
    ['POST', '/ctp/api/checkouts', 'of no version', {}, 'wrapped'],
    ['POST', '/ctp/api/checkouts', 'of a version', { 'x-api-version': '2' }, 'flat'],
    ['GET', '/ctp/api/checkouts/none', 'of no version', {}, 'wrapped'],
    ['GET', '/transactions/none', 'of no version', {}, 'wrapped'],
    ['GET', '/transactions/none', 'of a version', { 'x-api-version': '3' }, 'flat'],
    ['POST', '/products', 'of no version', {}, 'flat'],
  ])('refuses %s %s %s in its shape', async (method, path, _, headers, shape) => {
    const call = method === 'POST' ? { body: {}, headers } : { headers }
    const answer = await sandbox.call(method, path, call)
    const message = expect.any(String)
    expect(await answer.json()).toMatchObject(shape === 'wrapped' ? { response: { message } } : { message })
  })

  it.each<[string, string, unknown]>([
    ['words for a number', '/products', productBody({ amount: 'ten' })],
    ['a fraction of a minor unit', '/products', productBody({ amount: 9.9 })],
    ['nothing where something is needed', '/customers', customerBody({ email: '' })],
  ])('still refuses %s', async (_, path, body) => {
    expect((await sandbox.call('POST', path, { body })).status).toBe(422)
  })
})
