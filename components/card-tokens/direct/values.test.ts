import { describe, expect, it } from 'vitest'
import { legFields, type LegValues } from '@/lib/gateway/travel/fields'
import { tokenizationFields } from '@/lib/gateway/cards/tokenization'
import { type DirectValues, emptyValues, formErrors, prepareDirect } from './values'

const typed: DirectValues = {
  ...emptyValues,
  description: ' Membership ',
  credit_card: {
    number: '4012 0000 0000 1006',
    verification_value: '111',
    holder: '',
    exp_month: '1',
    exp_year: '2039',
  },
}

describe('what the form sends', () => {
  it('is only what is set', () => {
    expect(prepareDirect(typed)).toEqual({
      amount: 100,
      currency: 'EUR',
      description: 'Membership',
      credit_card: {
        number: '4012000000001006',
        verification_value: '111',
        exp_month: '1',
        exp_year: '2039',
      },
    })
  })

  it('has every field of the interface if all are set', () => {
    const leg = Object.fromEntries(Object.keys(legFields).map((name) => [name, ''])) as LegValues
    const legs = [{ ...leg, airline_code: 'B2', departure_date_time: '2030-05-26T05:15' }, leg]
    const typedAirline = { agency_code: 'X', legs, passengers: [{ first_name: 'A', last_name: '' }] }
    const airline = {
      agency_code: 'X',
      legs: [{ airline_code: 'B2', departure_date_time: '2030-05-26T05:15:00' }],
      passengers: [{ first_name: 'A' }],
    }
    const all: DirectValues = {
      ...typed,
      tracking_id: 'a;b',
      duplicate_check: false,
      dynamic_billing_descriptor: 'shop',
      language: 'de',
      notification_url: 'https://a.example/n',
      verification_url: 'https://a.example/v',
      return_url: 'https://a.example/r',
      test: true,
      credit_card: { ...typed.credit_card, holder: 'Maria Keller' },
      skip_three_d_secure_verification: true,
      force_three_d_secure_verification: true,
      three_d_secure: { advanced: true },
      additional_data: { receipt_text: 'one\n\ntwo\n', contract: ['recurring', 'credit'] },
      customer: {
        ip: '203.0.113.7',
        email: 'm@x.example',
        device_id: 'd',
        birth_date: '1990-01-31',
        external_id: '7',
      },
      billing_address: {
        first_name: 'Maria',
        last_name: 'Keller',
        country: 'US',
        state: 'NY',
        city: 'New York',
        zip: '10001',
        address: 'Street 1',
        phone: '1',
      },
      travel: { airline: { ...emptyValues.travel.airline, ...typedAirline } },
    }
    const sent = tokenizationFields({ hasThreeDSecure: true }).parse(prepareDirect(all))
    expect(Object.keys(sent).sort((a, b) => a.localeCompare(b))).toEqual(
      Object.keys(emptyValues).sort((a, b) => a.localeCompare(b)),
    )
    expect(sent).toMatchObject({
      additional_data: { receipt_text: ['one', 'two'], contract: ['recurring', 'credit'] },
      billing_address: { state: 'NY' },
      travel: { airline },
    })
  })

  it('has no state where the country takes none', () => {
    const values = { ...typed, billing_address: { ...typed.billing_address, country: 'DE', state: 'NY' } }
    expect(prepareDirect(values)).toMatchObject({ billing_address: { country: 'DE' } })
    expect(JSON.stringify(prepareDirect(values))).not.toContain('NY')
  })
})

it('gives the server’s complaints the names of the form', () => {
  expect(formErrors({ 'request.credit_card.number': ['odd'], base: ['No.'] })).toEqual({
    'credit_card.number': ['odd'],
    base: ['No.'],
  })
})
