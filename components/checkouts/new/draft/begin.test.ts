import { describe, expect, it } from 'vitest'
import type { CheckoutDetail } from '@/lib/checkouts/schema'
import type { CustomerDetail } from '@/lib/customers/schema'
import { initialForm, withTemplate } from './begin'
import { checkoutOf, emptyValues } from '../values'

const template = (id: string, fields: Record<string, unknown>, isDefault = false) => ({
  id,
  name: id,
  fields,
  is_default: isDefault,
  updated_at: '2026-01-01T00:00:00.000Z',
})
const addresses = { notification: 'https://a.example/hook', verification: null }
const ground = { prefill: {}, addresses, attempts: 3, pageDefaults: {}, overrides: {}, templates: [] }
const begun = (ingredients: Partial<Parameters<typeof initialForm>[0]>) =>
  initialForm({ ...ground, ...ingredients })

describe('a new checkout begins', () => {
  it('with the address of this application and the shop’s attempts', () =>
    expect(checkoutOf(begun({}).values)).toEqual({
      attempts: 3,
      transaction_type: 'payment',
      order: { currency: 'EUR' },
      settings: { notification_url: 'https://a.example/hook' },
    }))

  it('leaves out an address that nobody can reach', () =>
    expect(
      checkoutOf(begun({ addresses: { notification: null, verification: null } }).values),
    ).not.toHaveProperty('settings'))

  it('has the verifier’s address where the shop judges payments', () =>
    expect(
      checkoutOf(begun({ addresses: { notification: null, verification: 'https://a.example/v' } }).values),
    ).toMatchObject({ settings: { verification_url: 'https://a.example/v' } }))

  it('with the default template, or the one that is asked for, and the address on top', () => {
    const templates = [
      template('d', { order: { currency: 'USD' }, settings: { language: 'de' }, colour: 1 }, true),
      template('t', { order: { amount: 7 }, attempts: 2 }),
    ]
    const byDefault = begun({ templates, prefill: { amount: '5' } })
    expect(byDefault.values.checkout.order).toMatchObject({ amount: 500, currency: 'USD' })
    expect(byDefault.values.checkout.settings.language).toBe('de')
    expect(byDefault.leftovers).toMatchObject([{ path: 'colour', why: 'unknown' }])
    const asked = begun({ templates, prefill: { template: 't' } }).values.checkout
    expect(asked.order).toMatchObject({ amount: 7, currency: 'EUR' })
    expect(asked.settings.language).toBe('')
    expect([byDefault.values.checkout.attempts, asked.attempts]).toEqual(['3', '2'])
  })

  it('and says which fields a template sets', () => {
    const { setPaths } = withTemplate(emptyValues(), template('t', { order: { amount: 7 }, attempts: 2 }), {})
    expect(setPaths.toSorted((a, b) => a.localeCompare(b))).toEqual(['attempts', 'order.amount'])
  })

  it('with the shop’s page defaults, which a template overrides', () => {
    const pageDefaults = {
      language: 'de',
      return_url: 'https://a.example/back',
      visible: ['email' as const],
      read_only: ['phone' as const],
    }
    const { settings } = begun({ pageDefaults }).values.checkout
    expect(settings).toMatchObject({
      language: 'de',
      return_url: 'https://a.example/back',
      customer_fields: { visible: ['email'], read_only: ['phone'] },
    })
    const customer_fields = { visible: ['city'] }
    const templates = [
      template('d', { settings: { success_url: 'https://b.example/paid', customer_fields } }, true),
    ]
    const { checkout } = begun({ pageDefaults, templates }).values
    expect(checkout.settings).toMatchObject({ language: 'de', success_url: 'https://b.example/paid' })
    expect(checkout.settings.return_url).toBe('')
    expect(checkout.settings.customer_fields).toEqual({ visible: ['city'], read_only: ['phone'] })
  })

  it('copies another checkout, without what belongs to that one alone', () => {
    const like = {
      request: {
        checkout: {
          transaction_type: 'payment',
          order: {
            amount: 5,
            currency: 'USD',
            description: 'D',
            tracking_id: 'T',
            expired_at: '2030-01-01T00:00:00+00:00',
          },
          customer: { email: 'a•••@b.example', first_name: 'A' },
          payment_method: { credit_card: { token: '••••' } },
        },
      },
      customer_id: 'cst_1',
      card: { id: 'card-1', brand: 'visa', last_4: '0000' },
    } as unknown as CheckoutDetail
    const { values, leftovers } = begun({ like, templates: [template('d', { attempts: 3 }, true)] })
    expect(checkoutOf(values)).toEqual({
      transaction_type: 'payment',
      order: { amount: 5, currency: 'USD', description: 'D' },
      customer: { first_name: 'A' },
    })
    expect(values).toMatchObject({ customer_id: 'cst_1', card_token_id: 'card-1' })
    expect(leftovers).toMatchObject([{ path: 'customer.email', why: 'hidden' }])
  })

  it('copies nothing masked within lists and objects, and dots that somebody typed', () => {
    const methods = ['credit_card', { erip: { phone: '•••' } }]
    const like = (masked: boolean) =>
      ({
        masked,
        request: {
          checkout: {
            order: {
              additional_data: {
                receipt_text: ['Ask a•••@b.example', 'Thank you'],
                avs_cvc_verification: { phone: '•••' },
              },
            },
            payment_method: { types: methods },
          },
        },
        customer_id: null,
        card: null,
      }) as unknown as CheckoutDetail
    const { values, leftovers } = begun({ like: like(true) })
    expect(checkoutOf(values)).toEqual({
      order: { additional_data: { receipt_text: ['Thank you'] } },
      payment_method: { types: ['credit_card'] },
    })
    expect(leftovers.map(({ path, why }) => `${path} ${why}`)).toEqual([
      'order.additional_data.receipt_text.0 hidden',
      'order.additional_data.avs_cvc_verification hidden',
      'payment_method.types.1 hidden',
    ])
    expect(checkoutOf(begun({ like: like(false) }).values)).toMatchObject({
      payment_method: { types: methods },
    })
  })

  it('copies no address of ours whose key may have been replaced, and those of others', () => {
    const hooks = (key: string) => `https://a.example/api/hooks/${key}`
    const settings = {
      notification_url: `${hooks('old')}/notification`,
      verification_url: `${hooks('old')}/verification`,
    }
    const like = (given: object) =>
      ({
        request: { checkout: { settings: given } },
        customer_id: null,
        card: null,
      }) as unknown as CheckoutDetail
    const own = { notification: `${hooks('new')}/notification`, verification: null }
    const settingsOf = (given: object) =>
      checkoutOf(begun({ like: like(given), addresses: own }).values).settings
    expect(settingsOf(settings)).toEqual({ notification_url: own.notification })
    const others = { notification_url: 'https://b.example/api/hooks/old/notification' }
    expect(settingsOf(others)).toEqual(others)
  })

  it('with a customer, as far as the person may see them', () => {
    const customer = {
      id: 'cst_1',
      email: 'm•••@b.example',
      first_name: 'Maria',
      country: 'DE',
      contact: { phone: '+49 1' },
    } as unknown as CustomerDetail
    const { values } = begun({ customer })
    expect(values.customer_id).toBe('cst_1')
    expect(checkoutOf(values).customer).toEqual({ first_name: 'Maria', country: 'DE', phone: '+49 1' })
  })
})
