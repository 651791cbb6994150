/**
 * Builds the form's initial values: another checkout or the shop's defaults and a template, then the URL
 * parameters.
 */
import type { CheckoutDetail } from '@/lib/checkouts/schema'
import type { CheckoutTemplate } from '@/lib/checkouts/template'
import type { CustomerDetail } from '@/lib/customers/schema'
import type { MinorUnitOverrides } from '@/lib/gateway/minor-units'
import type { Addresses } from '../parts/addresses'
import { customerFieldsOf } from '../parts/customer-values'
import { prefilled, type Prefill } from './prefill'
import { type Leftover, type ReadRequest, readRequest, withRequest } from '../request/read-request'
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

function startingValues({ prefill, addresses, attempts, templates, like }: BeginningSources): Beginning {
  if (like) return valuesLike(like)
  const values = newValues()
  values.checkout.attempts = String(attempts)
  values.checkout.settings.notification_url = addresses.notification ?? ''
  values.checkout.settings.verification_url = addresses.verification ?? ''
  const template = templates.find(({ id, is_default: isDefault }) =>
    prefill.template ? id === prefill.template : isDefault,
  )
  if (!template) return { values, leftovers: [] }
  const read = readTemplate(template)
  return { values: withRequest(values, read), leftovers: read.leftovers }
}

export const readTemplate = ({ fields }: Pick<CheckoutTemplate, 'fields'>): ReadRequest =>
  readRequest({ checkout: fields })

/** Copies a checkout without its tracking ID and expiry date. */
function valuesLike({ request, customer_id: customerId, card }: CheckoutDetail): Beginning {
  const { values, leftovers } = readRequest(request)
  values.checkout.order.tracking_id = ''
  values.checkout.order.expired_at = undefined
  values.customer_id = customerId ?? ''
  values.card_token_id = card?.id ?? ''
  return { values, leftovers }
}
