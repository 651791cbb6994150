/**
 * Builds the form's initial values: another checkout or the shop's defaults and a template, then the URL
 * parameters.
 */
import type { CheckoutDetail } from '@/lib/checkouts/schema'
import type { CheckoutTemplate } from '@/lib/checkouts/template'
import { type PageDefaults, withPageDefaults } from '@/lib/core/page-defaults'
import type { CustomerDetail } from '@/lib/customers/schema'
import type { MinorUnitOverrides } from '@/lib/gateway/minor-units'
import type { Addresses } from '../parts/addresses'
import { customerFieldsOf } from '../parts/customer-values'
import { prefilled, type Prefill } from './prefill'
import { type Leftover, readRequest, withRequest } from '../request/read-request'
import { newValues, type CheckoutValues } from '../values'

export interface Beginning {
  values: CheckoutValues
  /** Values of the source that the form has no field for. */
  leftovers: Leftover[]
}

interface BeginningSources {
  prefill: Prefill
  addresses: Addresses
  attempts: number
  pageDefaults: PageDefaults
  overrides: MinorUnitOverrides
  templates: readonly CheckoutTemplate[]
  like?: CheckoutDetail
  customer?: CustomerDetail
}

export function beginning(ingredients: BeginningSources): Beginning {
  const { prefill, overrides, customer } = ingredients
  const { values: ground, leftovers } = startingValues(ingredients)
  if (customer) {
    ground.customer_id = customer.id
    ground.checkout.customer = customerFieldsOf(customer)
  }
  return { values: prefilled(ground, prefill, overrides), leftovers }
}

function startingValues(sources: BeginningSources): Beginning {
  const { prefill, addresses, attempts, pageDefaults, templates, like } = sources
  if (like) return valuesLike(like)
  const values = withRequest(newValues(), readRequest({ settings: withPageDefaults({}, pageDefaults) }))
  values.checkout.attempts = String(attempts)
  values.checkout.settings.notification_url = addresses.notification ?? ''
  values.checkout.settings.verification_url = addresses.verification ?? ''
  const template = templates.find(({ id, is_default: isDefault }) =>
    prefill.template ? id === prefill.template : isDefault,
  )
  return template ? withTemplate(values, template, pageDefaults) : { values, leftovers: [] }
}

/** Fills in what a template sets. Its pages for outcomes take the place of the shop's default return page. */
export function withTemplate(
  before: CheckoutValues,
  { fields }: Pick<CheckoutTemplate, 'fields'>,
  { return_url: back }: PageDefaults,
): Beginning {
  const read = readRequest({ checkout: fields })
  const values = withRequest(before, read)
  const { settings } = values.checkout
  const sets = (name: string) => read.setPaths.includes(`settings.${name}`)
  if ((sets('success_url') || sets('decline_url')) && !sets('return_url') && settings.return_url === back)
    settings.return_url = ''
  return { values, leftovers: read.leftovers }
}

/** Returns the shop's defaults by the names of the form's fields. */
export function shopDefaults(attempts: number, pageDefaults: PageDefaults): Record<string, unknown> {
  const { visible, read_only: readOnly, ...texts } = pageDefaults
  const settings: [string, string][] = Object.entries(texts).map(([name, value]) => [
    `checkout.settings.${name}`,
    value,
  ])
  return {
    'checkout.attempts': String(attempts),
    ...Object.fromEntries(settings),
    'checkout.settings.customer_fields.visible': visible,
    'checkout.settings.customer_fields.read_only': readOnly,
  }
}

/** Copies a checkout without its tracking ID and expiry date. */
function valuesLike({ request, customer_id: customerId, card }: CheckoutDetail): Beginning {
  const { values, leftovers } = readRequest(request)
  values.checkout.order.tracking_id = ''
  values.checkout.order.expired_at = undefined
  values.customer_id = customerId ?? ''
  values.card_token_id = card?.id ?? ''
  return { values, leftovers }
}
