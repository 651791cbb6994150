import { expect, it } from 'vitest'
import { fields, tokenField } from '../values'
import { readRequest } from '../request/read-request'
import { partsOf, templateFields, templateParts } from './save-template-dialog'

const hook = 'https://a.example/hook'
const verifier = 'https://a.example/verify'
const ground = { addresses: { notification: hook, verification: verifier }, pageDefaults: {} }
const none = { addresses: { notification: null, verification: null }, pageDefaults: {} }
const { values } = readRequest({
  transaction_type: 'payment',
  order: { amount: 5, currency: 'EUR', tracking_id: 'T' },
  customer: { email: 'a@b.example' },
  settings: { notification_url: hook, verification_url: verifier, language: 'de' },
  payment_method: { excluded_brands: ['visa'], credit_card: { token: 'secret' } },
})

it('has every field in a part but the card', () =>
  expect(
    Object.values(templateParts)
      .flatMap((paths) => [...paths])
      .sort(),
  ).toEqual([...fields.keys()].filter((path) => path !== tokenField).sort()))

it('offers fields that are set, and leaves out what belongs to one checkout', () => {
  expect(partsOf(values, ground)).toEqual({
    filled: ['order', 'amount', 'once', 'customer', 'page', 'methods'],
    usual: ['order', 'amount', 'page', 'methods'],
  })
  expect(partsOf(values, none).filled).toContain('after')
})

it('takes what is chosen', () => {
  expect(templateFields(values, ['amount', 'methods', 'after'], ground)).toEqual({
    order: { amount: 5, currency: 'EUR' },
    payment_method: { excluded_brands: ['visa'] },
  })
  expect(templateFields(values, ['after'], none)).toEqual({
    settings: { notification_url: hook, verification_url: verifier },
  })
})

it('keeps an amount with its currency: in another one it would be another amount', () => {
  expect(templateFields(values, ['amount'], ground)).toEqual({ order: { amount: 5, currency: 'EUR' } })
  const { values: priceless } = readRequest({ order: { currency: 'EUR' } })
  expect(templateFields(priceless, ['amount'], ground)).toEqual({})
})

it('leaves out the shop’s defaults, which may change', () => {
  const pageDefaults = { language: 'de', visible: ['email' as const] }
  expect(templateFields(values, ['page', 'amount'], { ...ground, pageDefaults })).toEqual({
    order: { amount: 5, currency: 'EUR' },
  })
  expect(templateFields(values, ['page'], { ...ground, pageDefaults: { language: 'fr' } })).toEqual({
    settings: { language: 'de' },
  })
})
