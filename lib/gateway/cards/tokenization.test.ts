import { describe, expect, it } from 'vitest'
import { receivedReading, lenientReading } from '../reading'
import { complaints } from '../testing'
import { tokenizationRequest, tokenizationRequestIn } from './tokenization'

const number = '4200000000000000'
const card = { number, verification_value: '123', holder: 'Anna Berg', exp_month: '05', exp_year: '2030' }
const order = { amount: 100, currency: 'EUR', description: 'Paper', credit_card: card }
const schema = tokenizationRequest({ hasThreeDSecure: false })
const judge = (change: Record<string, unknown>) => complaints(schema, { request: { ...order, ...change } })
const short = (said: string[]) => said.map((text) => text.replace(/^request\.?/, ''))

describe('a tokenization', () => {
  it.each<[string, Record<string, unknown>]>([
    ['of a card', {}],
    ['of a card of 12 digits', { credit_card: { ...card, number: '4'.repeat(12) } }],
    ['of a card of 19 digits', { credit_card: { ...card, number: '4'.repeat(19) } }],
    ['of a card without code and holder', { credit_card: { number, exp_month: '5', exp_year: '2030' } }],
    ['of a card that has expired', { credit_card: { ...card, exp_year: '2010' } }],
    [
      'skipped and forced at once, where force wins',
      {
        skip_three_d_secure_verification: true,
        force_three_d_secure_verification: true,
      },
    ],
    ['with several tracking IDs', { tracking_id: 'a;b;c' }],
    [
      'with everything',
      {
        tracking_id: 'x'.repeat(255),
        duplicate_check: false,
        dynamic_billing_descriptor: 'PAPER*1',
        language: 'de',
        notification_url: 'https://shop.example/n',
        verification_url: 'https://shop.example/v',
        return_url: 'https://shop.example/r',
        test: true,
        three_d_secure: { advanced: true },
        additional_data: { receipt_text: ['One', ''], contract: ['recurring', 'oneclick', 'credit'] },
        customer: {
          ip: '::1',
          email: 'a@b.example',
          device_id: 'd',
          birth_date: '2000-02-29',
          external_id: 'e',
        },
        billing_address: {
          first_name: 'x'.repeat(30),
          last_name: 'x'.repeat(30),
          country: 'US',
          city: 'x'.repeat(60),
          state: 'NY',
          zip: '10001',
          address: 'x'.repeat(255),
          phone: 'x'.repeat(100),
        },
        travel: { airline: { passengers: [] } },
      },
    ],
  ])('may be %s', (_name, change) => expect(judge(change)).toEqual([]))

  it.each<[Record<string, unknown>, string[]]>([
    [{ amount: undefined }, ['amount: required']],
    [{ amount: null }, ['amount: not_a_number']],
    [{ amount: '100' }, ['amount: not_a_number']],
    [{ amount: 0 }, ['amount: must_be_positive']],
    [{ amount: -1 }, ['amount: must_be_positive']],
    [{ amount: 1.5 }, ['amount: not_a_number']],
    [{ amount: 2 ** 53 }, ['amount: too_big']],
    [{ amount: Number.NaN }, ['amount: not_a_number']],
    [{ currency: undefined }, ['currency: required']],
    [{ currency: 'eur' }, ['currency: invalid_currency']],
    [{ description: undefined }, ['description: required']],
    [{ description: ' ' }, ['description: blank']],
    [{ description: 'x'.repeat(256) }, ['description: too_long']],
    [{ tracking_id: 'x'.repeat(256) }, ['tracking_id: too_long']],
    [{ tracking_id: 7 }, ['tracking_id: not_a_text']],
    [{ duplicate_check: 'false' }, ['duplicate_check: not_a_boolean']],
    [{ test: 1 }, ['test: not_a_boolean']],
    [{ language: 'english' }, ['language: invalid_language']],
    [{ notification_url: 'shop.example' }, ['notification_url: invalid_url']],
    [{ verification_url: 'javascript:alert(1)' }, ['verification_url: invalid_url']],
    [{ return_url: '' }, ['return_url: invalid_url']],
    [{ credit_card: undefined }, ['credit_card: required']],
    [{ credit_card: number }, ['credit_card: not_an_object']],
    [{ three_d_secure: true }, ['three_d_secure: not_an_object']],
    [{ three_d_secure: { advanced: 'yes' } }, ['three_d_secure.advanced: not_a_boolean']],
    [{ additional_data: { receipt_text: 'One' } }, ['additional_data.receipt_text: not_a_list']],
    [{ additional_data: { receipt_text: [1] } }, ['additional_data.receipt_text.0: not_a_text']],
    [{ additional_data: { contract: ['card_on_file'] } }, ['additional_data.contract.0: invalid_choice']],
    [{ additional_data: { contract: 'credit' } }, ['additional_data.contract: not_a_list']],
    [{ customer: { birth_date: '1999-02-29' } }, ['customer.birth_date: invalid_date']],
    [{ customer: { birth_date: '29.01.1999' } }, ['customer.birth_date: invalid_date']],
    [{ customer: { birth_date: '1999-01-29T00:00:00' } }, ['customer.birth_date: invalid_date']],
    [{ customer: { email: 'x', ip: 'y' } }, ['customer.ip: invalid_ip', 'customer.email: invalid_email']],
    [{ customer: { external_id: 'x'.repeat(256) } }, ['customer.external_id: too_long']],
    [{ billing_address: { first_name: 'x'.repeat(31) } }, ['billing_address.first_name: too_long']],
    [{ billing_address: { city: 'x'.repeat(61) } }, ['billing_address.city: too_long']],
    [{ billing_address: { country: 'DE', state: 'BY' } }, ['billing_address.state: only_for_us_ca']],
    [{ billing_address: { country: 'US', zip: '1' } }, ['billing_address.zip: invalid_us_zip']],
    [{ travel: { airline: { legs: {} } } }, ['travel.airline.legs: not_a_list']],
    [{ colour: 1 }, [': unknown']],
    [{ customer: { colour: 1 } }, ['customer: unknown']],
  ])('with %j: %j', (change, expected) => expect(short(judge(change))).toEqual(expected))

  it.each<[Record<string, unknown>, string]>([
    [{ number: undefined }, 'number: required'],
    [{ number: '' }, 'number: blank'],
    [{ number: '4'.repeat(11) }, 'number: invalid_card_number'],
    [{ number: '4'.repeat(20) }, 'number: invalid_card_number'],
    [{ number: '4200 0000 0000 0000' }, 'number: invalid_card_number'],
    [{ number: '4٢00000000000000' }, 'number: invalid_card_number'],
    [{ number: Number(number) }, 'number: not_a_text'],
    [{ verification_value: '12' }, 'verification_value: invalid_security_code'],
    [{ verification_value: '12345' }, 'verification_value: invalid_security_code'],
    [{ verification_value: 123 }, 'verification_value: not_a_text'],
    [{ holder: 'x'.repeat(36) }, 'holder: too_long'],
    [{ exp_month: undefined }, 'exp_month: required'],
    [{ exp_month: '0' }, 'exp_month: invalid_month'],
    [{ exp_month: '13' }, 'exp_month: invalid_month'],
    [{ exp_month: '005' }, 'exp_month: invalid_month'],
    [{ exp_month: 5 }, 'exp_month: not_a_text'],
    [{ exp_year: '30' }, 'exp_year: invalid_year'],
    [{ exp_year: '20300' }, 'exp_year: invalid_year'],
    [{ exp_year: 2030 }, 'exp_year: not_a_text'],
  ])('of a card with %j: %s', (change, expected) =>
    expect(short(judge({ credit_card: { ...card, ...change } }))).toEqual([`credit_card.${expected}`]),
  )

  it.each([number.slice(1, 8), `${number}00000`, `${number.slice(0, 8)} x`, Number(number)])(
    'never repeats an entered number: %s',
    (given) => {
      for (const reading of [schema, tokenizationRequestIn(receivedReading, { hasThreeDSecure: true })]) {
        for (const value of [{ ...card, number: given }, given, [given]]) {
          const { error } = reading.safeParse({ request: { ...order, credit_card: value } })
          expect(error?.issues.length).toBeGreaterThan(0)
          expect(JSON.stringify(error?.issues) + error?.message).not.toContain(String(given))
        }
      }
    },
  )

  it('is wrapped', () => {
    expect(complaints(schema, order)).toEqual(['request: required', ': unknown'])
    expect(complaints(schema, { request: [] })).toEqual(['request: not_an_object'])
  })
})

describe('the return address', () => {
  const withChallenge = tokenizationRequest({ hasThreeDSecure: true })
  it('is required if the shop has 3-D Secure', () => {
    expect(complaints(withChallenge, { request: order })).toEqual(['request.return_url: required_with_3ds'])
    const back = { ...order, return_url: 'https://shop.example' }
    expect(complaints(withChallenge, { request: back })).toEqual([])
    expect(complaints(withChallenge, { request: { ...order, return_url: 'x' } })).toEqual([
      'request.return_url: invalid_url',
    ])
  })
})

describe('a tokenization that others send', () => {
  it('has unknown keys and nulls left out, at every level', () => {
    const sent = {
      request: {
        ...order,
        credit_card: { ...card, save_card: true, holder: null },
        return_url: null,
        additional_data: { contract: [], meta: [], platform_data: null },
        customer: { ip: null },
        x: 1,
      },
      y: 2,
    }
    expect(tokenizationRequestIn(receivedReading, { hasThreeDSecure: false }).parse(sent)).toEqual({
      request: {
        ...order,
        credit_card: { number, verification_value: '123', exp_month: '05', exp_year: '2030' },
        additional_data: { contract: [] },
        customer: {},
      },
    })
  })

  it('may have empty lists for objects where it is read leniently', () => {
    const sent = { request: { ...order, additional_data: [], customer: [] } }
    const judged = (reading: typeof receivedReading) =>
      complaints(tokenizationRequestIn(reading, { hasThreeDSecure: false }), sent)
    expect(judged(lenientReading)).toEqual([])
    expect(judged(receivedReading)).toEqual([
      'request.additional_data: not_an_object',
      'request.customer: not_an_object',
    ])
  })
})
