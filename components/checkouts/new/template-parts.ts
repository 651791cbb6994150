/** The parts of a form that a template can be made of; no card is in any of them. */
import type { Addresses } from './addresses'
import { sections, tokenField } from './fields'
import { checkoutOf, put, valueAt, type CheckoutValues } from './values'

const { details, after, page, methods, contract, travel, more } = sections

export const templateParts = {
  order: ['transaction_type', 'order.currency', 'order.description', 'attempts'],
  amount: ['order.amount'],
  once: ['order.tracking_id', 'order.expired_at'],
  customer: ['customer.email', ...details],
  after,
  page,
  methods: methods.filter((path) => path !== tokenField),
  contract,
  travel,
  more,
} as const satisfies Record<string, readonly string[]>
export type TemplatePart = keyof typeof templateParts
const names = Object.keys(templateParts) as TemplatePart[]

/** What is usually of one checkout alone. */
const rarelyKept: readonly TemplatePart[] = ['once', 'customer']

/** Nobody's choice: the form fills it in by itself. */
function ownOf(values: CheckoutValues, addresses: Addresses): Record<string, unknown> {
  const checkout = checkoutOf(values, { whole: true })
  for (const name of ['notification', 'verification'] as const) {
    const path = `settings.${name}_url`
    if (valueAt(checkout, path) === addresses[name]) put(checkout, path, undefined)
  }
  return checkout
}

/** The parts in which something is set, and which of them a template usually has. */
export function partsOf(values: CheckoutValues, addresses: Addresses) {
  const own = ownOf(values, addresses)
  const filled = names.filter((name) => templateParts[name].some((path) => valueAt(own, path) !== undefined))
  return { filled, usual: filled.filter((name) => !rarelyKept.includes(name)) }
}

/** The fields of these parts, as a part of a request. */
export function templateFields(
  values: CheckoutValues,
  parts: readonly TemplatePart[],
  addresses: Addresses,
): Record<string, unknown> {
  const own = ownOf(values, addresses)
  const fields: Record<string, unknown> = {}
  for (const path of parts.flatMap((name): readonly string[] => templateParts[name])) {
    const value = valueAt(own, path)
    if (value !== undefined) put(fields, path, value)
  }
  return fields
}
