import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { productCreate, productReply, productUpdate } from './product'
import { customerFieldNames } from '../customers/fields'

const paper = {
  name: 'Paper',
  description: 'Laid',
  currency: 'EUR',
  amount: 1250,
  quantity: 3,
  immortal: true,
}
const expiry = '2027-01-01T10:00:00+01:00'

const complaints = (schema: z.ZodType, value: unknown) =>
  schema
    .safeParse(value)
    .error?.issues.map(({ path, message, code }) =>
      code === 'unrecognized_keys' ? 'unknown field' : `${path.join('.')}: ${message}`,
    ) ?? []

describe('a new product', () => {
  it.each<[string, Record<string, unknown>]>([
    ['limited and unlimited in time', {}],
    ['unlimited stock', { quantity: undefined, infinite: true }],
    ['none to sell', { quantity: 0 }],
    ['with an expiry', { immortal: false, expired_at: expiry }],
    ['with an expiry, not said to be mortal', { immortal: undefined, expired_at: expiry }],
    ['amount and quantity as digits', { amount: '1250', quantity: '3' }],
    [
      'every field',
      {
        visible_fields: [...customerFieldNames],
        test: true,
        return_url: 'https://shop.example',
        shop_id: 361,
        language: 'de',
        transaction_type: 'authorization',
      },
    ],
    ['no customer fields', { visible_fields: [] }],
  ])('may be %s', (_name, change) => expect(complaints(productCreate, { ...paper, ...change })).toEqual([]))

  it('is sent in the format of the interface, however the moment is written', () =>
    expect(productCreate.parse({ ...paper, expired_at: '2027-01-01T09:00:00.000Z' }).expired_at).toBe(
      '2027-01-01T09:00:00+00:00',
    ))

  it('is in English by default', () => expect(productCreate.parse(paper).language).toBe('en'))

  it.each<[Record<string, unknown>, string[]]>([
    [{ name: undefined }, ['name: required']],
    [{ name: null }, ['name: required']],
    [{ name: ' \n ' }, ['name: blank']],
    [{ name: 'a\0b' }, ['name: invalid']],
    [{ description: 'half a \ud83d' }, ['description: invalid']],
    [{ description: '' }, ['description: blank']],
    [{ currency: 'eur' }, ['currency: invalid_currency']],
    [{ amount: 0 }, ['amount: must_be_positive']],
    [{ amount: -5 }, ['amount: must_be_positive']],
    [{ amount: 12.5 }, ['amount: not_a_number']],
    [{ amount: '90071992547409931' }, ['amount: too_big']],
    [{ amount: null }, ['amount: required']],
    [{ quantity: -1 }, ['quantity: must_not_be_negative']],
    [{ quantity: undefined }, ['quantity: required_unless_infinite']],
    [{ quantity: undefined, infinite: false }, ['quantity: required_unless_infinite']],
    [{ infinite: true }, ['quantity: not_with_infinite']],
    [{ infinite: 'true' }, ['infinite: not_a_boolean']],
    [{ immortal: undefined }, ['expired_at: required_unless_immortal']],
    [{ immortal: false }, ['expired_at: required_unless_immortal']],
    [{ expired_at: '2027-02-30T10:00:00+01:00' }, ['expired_at: invalid_date_time']],
    [{ visible_fields: 'email' }, ['visible_fields: not_a_list']],
    [{ visible_fields: ['email', 'shoe_size'] }, ['visible_fields.1: invalid_choice']],
    [{ return_url: 'shop.example' }, ['return_url: invalid_url']],
    [{ shop_id: 0 }, ['shop_id: must_be_positive']],
    [{ shop_id: '361' }, []],
    [{ shop_id: 'x' }, ['shop_id: not_a_number']],
    [{ shop_id: 0 }, ['shop_id: must_be_positive']],
    [{ name: 'a\u0000b' }, ['name: invalid']],
    [{ description: 'half \ud83d' }, ['description: invalid']],
    [{ return_url: 'https://shop.example/\u0000' }, ['return_url: invalid_url']],
    [{ language: 'EN' }, ['language: invalid_language']],
    [{ language: 'eng' }, ['language: invalid_language']],
    [{ transaction_type: 'charge' }, ['transaction_type: invalid_choice']],
    [{ colour: 'red' }, ['unknown field']],
    [{ id: 'prd_1' }, ['unknown field']],
  ])('with %j: %j', (change, expected) =>
    expect(complaints(productCreate, { ...paper, ...change })).toEqual(expected),
  )

  it('reports all errors', () => {
    expect(complaints(productCreate, {})).toHaveLength(6) // The conditions too.
  })
})

describe('a change of a product', () => {
  it.each<[Record<string, unknown>, string[]]>([
    [{ amount: '700' }, []],
    [{ quantity: 5 }, []],
    [{ infinite: true }, []],
    [{ infinite: false, quantity: 5 }, []],
    [{ immortal: true }, []],
    [{ immortal: false, expired_at: expiry }, []],
    [{ expired_at: expiry }, []],
    [{}, [': nothing_to_change']],
    [{ infinite: false }, ['quantity: required_unless_infinite']],
    [{ infinite: true, quantity: 5 }, ['quantity: not_with_infinite']],
    [{ immortal: false }, ['expired_at: required_unless_immortal']],
    [{ name: '' }, ['name: blank']],
    [{ amount: 0 }, ['amount: must_be_positive']],
    [{ amount: 7, colour: 'red' }, ['unknown field']],
  ])('%j: %j', (change, expected) => expect(complaints(productUpdate, change)).toEqual(expected))

  it('sends no language if none was chosen', () =>
    expect(productUpdate.parse({ amount: 7 })).toEqual({ amount: 7 }))
})

describe('a product as the gateway answers it', () => {
  it('keeps unknown fields and reads numbers and flags in either form', () => {
    expect(
      productReply.parse({
        id: 'prd_1',
        amount: '1250',
        quantity: null,
        infinite: 'true',
        test: false,
        more: { a: 1 },
      }),
    ).toMatchObject({
      id: 'prd_1',
      amount: 1250,
      quantity: null,
      infinite: true,
      test: false,
      more: { a: 1 },
    })
  })

  it('reads odd values as absent', () => {
    const reply = productReply.parse({
      id: 'x',
      name: 7,
      amount: '1.5',
      quantity: '99999999999999999999',
      infinite: 2,
      visible_fields: [1],
      created_at: {},
    })
    expect(reply).toMatchObject({
      name: null,
      amount: null,
      quantity: null,
      infinite: null,
      visible_fields: null,
      created_at: null,
    })
  })

  it.each([null, {}, { id: '' }, { id: 7 }, [], 'x'])('is none: %j', (reply) => {
    expect(productReply.safeParse(reply).success).toBe(false)
  })
})
