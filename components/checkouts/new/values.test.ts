import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { checkoutCreate } from '@/lib/checkouts/schema'
import { formSectionFields, transactionTypes } from '@/lib/checkouts/fields'
import { checkoutRequest } from '@/lib/gateway/checkouts/checkout'
import { checkoutContracts, checkoutTypes } from '@/lib/gateway/checkouts/choices'
import { wholeCustomer } from '@/lib/gateway/checkouts/testing'
import { customerFieldNames } from '@/lib/gateway/customers/fields'
import { bare, choicesOf, fieldAt } from '@/lib/gateway/testing'
import { readRequest, withRequest } from './request/read-request'
import {
  bodyOf,
  cautionsOf,
  checkoutOf,
  emptyValues,
  fieldOf,
  fields,
  fieldsWithoutMeaning,
  newValues,
  valueAt,
} from './values'

const page = (name: string) => `https://shop.example/${name}`

/** Every field of the gateway's request, chosen so that none makes another meaningless. */
const everything = {
  transaction_type: 'authorization',
  attempts: 5,
  dynamic_billing_descriptor: 'PAPER*1',
  test: false,
  iframe: true,
  order: {
    amount: 14990,
    currency: 'USD',
    description: 'Order 7',
    tracking_id: 'a;b',
    expired_at: '2030-12-30T21:21:46+01:00',
    additional_data: {
      receipt_text: ['One', '', 'Three'],
      contract: [...checkoutContracts],
      avs_cvc_verification: { avs: { codes: ['A', null] }, deep: { one: 1 } },
      card_on_file: { initiator: 'merchant', type: 'no_show' },
    },
  },
  settings: {
    auto_pay: true,
    save_card_toggle: { display: true, customer_contract: false, text: 'Keep it', hint: 'For later' },
    another_card_toggle: { display: false },
    success_url: page('success'),
    decline_url: page('decline'),
    fail_url: page('fail'),
    cancel_url: page('cancel'),
    notification_url: page('notification'),
    card_notification_url: page('card'),
    verification_url: page('verification'),
    auto_return: '0',
    button_text: 'Pay {amount}',
    button_next_text: 'On',
    language: 'de',
    customer_fields: { read_only: ['email', 'phone'], visible: [...customerFieldNames] },
    credit_card_fields: { holder: 'Anna Berg', read_only: ['holder'] },
  },
  customer: wholeCustomer,
  payment_method: {
    types: ['credit_card', { apm: { channel: 'x' } }],
    excluded_brands: ['visa', 'apple_pay'],
    credit_card: { token: 'a-token' },
  },
  travel: {
    airline: {
      agency_code: '15',
      agency_name: 'Agency',
      ticket_number: '12345678901234',
      booking_number: 'ABCDEF',
      restricted_ticked_indicator: '1',
      legs: [
        {
          airline_code: 'B2',
          stop_over_code: 'O',
          flight_number: '811',
          departure_date_time: '2030-05-26T05:15:00',
          arrival_date_time: '2030-05-26T07:30:30',
          originating_country: 'AT',
          originating_city: 'Vienna',
          originating_airport_code: 'VIE',
          destination_country: 'DE',
          destination_city: 'Berlin',
          destination_airport_code: 'BER',
          coupon: '1',
          class: 'Y',
        },
        { airline_code: 'LH', stop_over_code: 'X' },
      ],
      passengers: [{ first_name: 'Anna', last_name: 'Berg' }, { last_name: 'Cole' }],
    },
  },
}
/** The fields that are meaningless beside those in `everything`. */
const others = {
  settings: { return_url: page('return') },
  payment_method: { excluded_types: ['erip'] },
}

/** Returns the dotted paths of all fields of a schema. Paths pass through lists. */
function pathsOf(schema: z.core.$ZodType, path = ''): string[] {
  let inner = bare(schema)
  if (inner instanceof z.ZodArray && bare(inner.element) instanceof z.ZodObject) inner = bare(inner.element)
  if (!(inner instanceof z.ZodObject)) return [path]
  return Object.entries(inner.shape).flatMap(([key, field]) =>
    pathsOf(field as z.ZodType, path ? `${path}.${key}` : key),
  )
}

const checkout = fieldAt(checkoutRequest, 'checkout')!
const formPaths = [...fields].flatMap(([path, kind]) =>
  kind.kind === 'rows' ? Object.keys(kind.fields).map((name) => `${path}.${name}`) : [path],
)

describe('the fields of the form', () => {
  it('covers all fields of the interface', () =>
    expect([...formPaths].sort()).toEqual(pathsOf(checkout).sort()))

  it('covers all fields of this test’s request', () => {
    const lists = (path: string) => path.replace(/\.(legs|passengers)\./, '.$1.0.')
    const missing = formPaths.filter(
      (path) => valueAt(everything, lists(path)) === undefined && valueAt(others, path) === undefined,
    )
    expect(missing).toEqual([])
  })

  it('offer the interface’s values', () => {
    expect([...transactionTypes].sort()).toEqual([...checkoutTypes].sort())
    const choices = (path: string) => choicesOf(fieldAt(checkout, path)!)
    const offered = [...fields].flatMap(([path, kind]) =>
      kind.kind === 'choice' || kind.kind === 'choices' ? [[path, [...kind.of].sort()] as const] : [],
    )
    expect(offered).toEqual(offered.map(([path]) => [path, choices(path)?.sort()]))
  })

  it('are each in a section, or open', () => {
    const closed: string[] = Object.values(formSectionFields).flat()
    const open = ['transaction_type', 'attempts', 'order.amount', 'order.currency', 'order.description', 'order.tracking_id', 'order.expired_at', 'customer.email'] // prettier-ignore
    expect([...closed, ...open].sort()).toEqual([...fields.keys()].sort())
  })

  it.each([
    ['checkout.order.amount', 'checkout.order.amount'],
    ['checkout.order.additional_data.contract.0', 'checkout.order.additional_data.contract'],
    [
      'checkout.order.additional_data.avs_cvc_verification.x.y',
      'checkout.order.additional_data.avs_cvc_verification',
    ],
    ['checkout.payment_method.types.1.apm', 'checkout.payment_method.types'],
    ['checkout.travel.airline.legs.1.class', 'checkout.travel.airline.legs.1.class'],
    ['checkout.order', 'checkout.order'],
    ['card_token_id', 'card_token_id'],
  ])('is told of %s at %s', (path, field) => expect(fieldOf(path)).toBe(field))
})

describe('a request', () => {
  it('goes into the form and comes out as it was', () => {
    const { values, leftovers } = readRequest({ checkout: everything })
    expect(leftovers).toEqual([])
    expect(checkoutOf(values)).toEqual(everything)
    expect(checkoutCreate.parse(bodyOf(values)).checkout).toEqual(everything)
  })

  it('keeps fields that other fields make meaningless, if asked for all', () => {
    const whole = {
      ...everything,
      settings: { ...everything.settings, ...others.settings },
      payment_method: { ...everything.payment_method, ...others.payment_method },
    }
    const { values, leftovers } = readRequest(whole)
    expect(leftovers).toEqual([])
    expect(checkoutOf(values, { isWhole: true })).toEqual(whole)
    const sent = checkoutOf(values)
    expect(sent.settings).not.toHaveProperty('success_url')
    expect(sent.settings).not.toHaveProperty('decline_url')
    expect(sent.payment_method).not.toHaveProperty('excluded_types')
    expect(cautionsOf(values, true).map(({ field }) => field)).toEqual([
      'settings.success_url',
      'settings.decline_url',
      'payment_method.excluded_types',
    ])
  })

  it('is empty if nothing is set, and asks for the order', () => {
    expect(checkoutOf(emptyValues())).toEqual({})
    expect(bodyOf(newValues())).toEqual({
      checkout: { transaction_type: 'payment', order: { currency: 'EUR' } },
    })
  })

  it.each<[unknown, { path: string; why: string }[]]>([
    [{ checkout: { colour: 1 }, shop: 2 }, [{ path: 'shop', why: 'unknown' }, { path: 'colour', why: 'unknown' }]],
    [{ order: { amount: '1250', currency: 'eur' } }, [{ path: 'order.amount', why: 'unfit' }, { path: 'order.currency', why: 'unfit' }]],
    [{ order: null }, [{ path: 'order', why: 'unfit' }]],
    [{ test: 'true', iframe: null }, [{ path: 'test', why: 'unfit' }, { path: 'iframe', why: 'unfit' }]],
    [{ transaction_type: 'refund' }, [{ path: 'transaction_type', why: 'unfit' }]],
    [{ customer: { ip: '::1', email: 'a•••@b.example' } }, [{ path: 'customer.ip', why: 'unknown' }, { path: 'customer.email', why: 'hidden' }]],
    [{ settings: { customer_fields: { visible: ['email', 'ip'] } } }, [{ path: 'settings.customer_fields.visible.1', why: 'unfit' }]],
    [{ payment_method: { types: ['erip', { a: 1 }] } }, [{ path: 'payment_method.types.1', why: 'unfit' }]],
    [{ travel: { airline: { legs: [{ class: 7, seat: '1A' }, 3] } } }, [{ path: 'travel.airline.legs.0.class', why: 'unfit' }, { path: 'travel.airline.legs.0.seat', why: 'unknown' }, { path: 'travel.airline.legs.1', why: 'unfit' }]],
    [[], [{ path: '', why: 'unfit' }]],
    [{ checkout: 7 }, [{ path: 'checkout', why: 'unfit' }]],
    [JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}'), [{ path: '__proto__', why: 'unknown' }, { path: 'constructor', why: 'unknown' }]],
  ])('returns what fits no field (%j) as a leftover', (given, expected) =>
    expect(readRequest(given).leftovers).toMatchObject(expected)) // prettier-ignore

  it('keeps what fits of a list', () => {
    const { values } = readRequest({ settings: { customer_fields: { visible: ['email', 'ip'] } } })
    expect(values.checkout.settings.customer_fields.visible).toEqual(['email'])
  })

  it('shows the token of the chosen card as dots', () => {
    const read = readRequest({ payment_method: { credit_card: { token: '••••' } } })
    expect(read).toMatchObject({ hasHiddenToken: true, leftovers: [], setPaths: [] })
  })
})

describe('the form', () => {
  it('sends numbers as numbers, and other text as it is', () => {
    const values = newValues()
    values.checkout.attempts = ' 3 '
    expect(checkoutOf(values).attempts).toBe(3)
    values.checkout.attempts = 'three'
    expect(checkoutOf(values).attempts).toBe('three')
    values.checkout.order.additional_data.avs_cvc_verification = '{'
    expect(valueAt(checkoutOf(values), 'order.additional_data.avs_cvc_verification')).toBe('{')
  })

  it('sends no row that holds nothing after the last that does', () => {
    const { values } = readRequest(everything)
    const empty = { first_name: '', last_name: ' ' }
    values.checkout.travel.airline.passengers = [empty, { first_name: 'A', last_name: '' }, empty]
    expect(valueAt(checkoutOf(values), 'travel.airline.passengers')).toEqual([{}, { first_name: 'A' }])
  })

  it('completes local times with seconds', () => {
    const { values } = readRequest({ travel: { airline: { legs: [{ class: 'Y' }] } } })
    values.checkout.travel.airline.legs[0]!.departure_date_time = '2030-01-01T10:00'
    expect(valueAt(checkoutOf(values), 'travel.airline.legs')).toEqual([
      { class: 'Y', departure_date_time: '2030-01-01T10:00:00' },
    ])
  })

  it('sends no state outside the US and Canada, and says so', () => {
    const { values } = readRequest({ customer: { country: 'DE', state: 'BY' } })
    expect(checkoutOf(values)).toEqual({ customer: { country: 'DE' } })
    expect(cautionsOf(values, false)).toEqual([{ code: 'state_not_sent', field: 'customer.state' }])
    values.checkout.customer.country = 'CA'
    expect(checkoutOf(values)).toEqual({ customer: { country: 'CA', state: 'BY' } })
  })

  it('sends auto_pay only with a token, also of a saved card', () => {
    const { values } = readRequest({ settings: { auto_pay: true } })
    expect([...fieldsWithoutMeaning(values)]).toContain('settings.auto_pay')
    expect(cautionsOf(values, false)).toMatchObject([{ code: 'no_effect_without_token' }])
    values.card_token_id = '00000000-0000-4000-8000-000000000000'
    expect(checkoutOf(values)).toEqual({ settings: { auto_pay: true } })
    expect(cautionsOf(values, false)).toEqual([])
    expect(bodyOf(values)).toMatchObject({ card_token_id: values.card_token_id })
  })

  it('sends one token, the saved one', () => {
    const { values } = readRequest({ payment_method: { credit_card: { token: 't' } } })
    values.card_token_id = '00000000-0000-4000-8000-000000000000'
    expect(checkoutOf(values)).toEqual({})
  })

  it('takes the values that are set in a template', () => {
    const values = newValues()
    values.checkout.order.description = 'Mine'
    const applied = withRequest(values, readRequest({ order: { amount: 5 }, settings: { language: 'de' } }))
    expect(checkoutOf(applied)).toEqual({
      transaction_type: 'payment',
      order: { amount: 5, currency: 'EUR', description: 'Mine' },
      settings: { language: 'de' },
    })
    expect(values.checkout.settings.language).toBe('')
  })
})
