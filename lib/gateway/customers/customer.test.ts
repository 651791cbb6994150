import { describe, expect, it } from 'vitest'
import { customerCreate, customerCreateIn, customerId, customerReply } from './customer'
import { receivedReading, lenientReading } from '../reading'
import { complaints } from '../testing'

const anna = { email: 'anna@example.com', ip: '203.0.113.7' }

describe('a new customer', () => {
  it.each<[string, Record<string, unknown>]>([
    ['with an address and an e-mail', {}],
    ['at an IPv6 address', { ip: '2001:db8::7' }],
    [
      'with every field',
      {
        first_name: 'Анна',
        last_name: 'O’Neill-Ó',
        address: '1 Main Street',
        city: 'Denver',
        country: 'US',
        zip: '80202-1234',
        state: 'CO',
        phone: '+1 303 555 0100',
        external_id: 'x'.repeat(255),
      },
    ],
    ['in Canada, with a zip of its own', { country: 'CA', state: 'ON', zip: 'K1A 0B1' }],
    ['elsewhere, with a zip of its own', { country: 'LV', zip: 'LV-1082' }],
    ['without a country, with any zip', { zip: '1' }],
    ['with empty texts', { first_name: '', address: '' }],
  ])('may be %s', (_name, change) => expect(complaints(customerCreate, { ...anna, ...change })).toEqual([]))

  it.each<[Record<string, unknown>, string[]]>([
    [{ email: undefined }, ['email: required']],
    [{ email: '' }, ['email: blank']],
    [{ email: null }, ['email: not_a_text']],
    [{ email: 'anna' }, ['email: invalid_email']],
    [{ email: 'anna@example' }, ['email: invalid_email']],
    [{ email: 'a b@example.com' }, ['email: invalid_email']],
    [{ ip: undefined }, ['ip: required']],
    [{ ip: '' }, ['ip: blank']],
    [{ ip: 7 }, ['ip: not_a_text']],
    [{ ip: '203.0.113' }, ['ip: invalid_ip']],
    [{ ip: '203.0.113.256' }, ['ip: invalid_ip']],
    [{ ip: '203.0.113.7 ' }, ['ip: invalid_ip']],
    [{ ip: '203.0.113.7/24' }, ['ip: invalid_ip']],
    [{ ip: '2001:db8::g' }, ['ip: invalid_ip']],
    [{ ip: 'localhost' }, ['ip: invalid_ip']],
    [{ country: 'us' }, ['country: invalid_country']],
    [{ country: 'USA' }, ['country: invalid_country']],
    [{ country: 'XX' }, ['country: invalid_country']],
    [{ country: 'XK' }, ['country: invalid_country']],
    [{ country: '' }, ['country: blank']],
    [{ country: 'US', zip: '8020' }, ['zip: invalid_us_zip']],
    [{ country: 'US', zip: '80202-12' }, ['zip: invalid_us_zip']],
    [{ country: 'US', zip: '802021234' }, ['zip: invalid_us_zip']],
    [{ country: 'US', zip: '' }, ['zip: invalid_us_zip']],
    [{ country: 'US', zip: '80202\n' }, ['zip: invalid_us_zip']],
    [{ state: 'CO' }, ['state: only_for_us_ca']],
    [{ country: 'DE', state: 'BY' }, ['state: only_for_us_ca']],
    [{ country: 'DE', state: 'Bavaria' }, ['state: only_for_us_ca']],
    [{ country: 'IN', state: 'DL' }, ['state: only_for_us_ca']],
    [{ country: 'US', state: 'Colorado' }, ['state: invalid_state']],
    [{ country: 'CA', state: 'O1' }, ['state: invalid_state']],
    [{ country: 'US', state: '' }, ['state: invalid_state']],
    [{ country: 'XX', state: 'CO' }, ['country: invalid_country']],
    [{ country: 'XX', state: 'Colorado' }, ['country: invalid_country', 'state: invalid_state']],
    [{ country: 'US', state: 7 }, ['state: not_a_text']],
    [{ external_id: 'x'.repeat(256) }, ['external_id: too_long']],
    [{ first_name: null }, ['first_name: not_a_text']],
    [{ first_name: ['Anna'] }, ['first_name: not_a_text']],
    [{ last_name: 'a\0b' }, ['last_name: invalid']],
    [{ city: 'half \ud83d' }, ['city: invalid']],
    [{ id: 'cst_1' }, [': unknown']],
  ])('with %j: %j', (change, expected) =>
    expect(complaints(customerCreate, { ...anna, ...change })).toEqual(expected),
  )

  it('reports all errors at once', () => {
    expect(complaints(customerCreate, { ip: 'x', country: 'US', state: 'x', zip: 'x', colour: 1 })).toEqual([
      'email: required',
      'ip: invalid_ip',
      ': unknown',
      'state: invalid_state',
      'zip: invalid_us_zip',
    ])
  })

  it.each([null, [], 'anna', 7])('is no %j', (value) =>
    expect(complaints(customerCreate, value)).toEqual([': not_an_object']),
  )
})

describe('a customer that others send', () => {
  const sent = { ...anna, first_name: null, state: null, auth_data: { a: 1 } }

  it('has unknown keys and nulls left out', () =>
    expect(customerCreateIn(receivedReading).parse(sent)).toEqual(anna))

  it.each<[Record<string, unknown>, string[], string[]]>([
    [{ country: 'IN', state: 'DL' }, ['state: only_for_us_ca'], []],
    [{ country: 'US', zip: '' }, ['zip: invalid_us_zip'], []],
    [{ country: '' }, ['country: blank'], []],
    [{ ip: '' }, ['ip: blank'], ['ip: required']],
    [{ ip: null }, ['ip: required'], ['ip: required']],
    [{ country: 'IN', state: 'Delhi' }, ['state: only_for_us_ca'], ['state: invalid_state']],
    [{ country: 'DE', state: 'BY' }, ['state: only_for_us_ca'], ['state: only_for_us_ca']],
  ])('with %j: strictly %j, leniently %j', (change, strictly, leniently) => {
    expect(complaints(customerCreateIn(receivedReading), { ...anna, ...change })).toEqual(strictly)
    expect(complaints(customerCreateIn(lenientReading), { ...anna, ...change })).toEqual(leniently)
  })

  it('ignores a prototype', () =>
    expect(
      customerCreateIn(receivedReading).safeParse(
        JSON.parse('{"__proto__":{"email":"a@b.example","ip":"::1"}}'),
      ).success,
    ).toBe(false))
})

describe('a customer as the gateway answers it', () => {
  it('keeps unknown fields, and reads invalid values as absent', () => {
    const reply = { id: 'cst_7aee5afb954c7ef7', email: 7, first_name: 'Anna', more: { a: 1 } }
    expect(customerReply.parse(reply)).toMatchObject({ ...reply, email: null })
  })

  it.each([null, {}, { id: '' }, { id: 7 }, []])('is none: %j', (reply) => {
    expect(customerReply.safeParse(reply).success).toBe(false)
  })

  it.each([
    ['cst_7aee5afb954c7ef7', true],
    ['cst_', false],
    ['cst_7AEE', false],
    ['prd_7aee5afb954c7ef7', false],
    ['cst_7aee/../x', false],
    [`cst_${'a'.repeat(65)}`, false],
  ])('%s is an ID: %s', (id, expected) => expect(customerId.safeParse(id).success).toBe(expected))
})
