import { hasState } from '@/lib/gateway/card'
import type { CustomerFieldName } from '@/lib/gateway/customer-fields'

/** A customer field of a payment page; what is read-only has the merchant's value and is not sent. */
export interface PageField {
  name: CustomerFieldName
  value: string
  isReadOnly: boolean
}

/** On every page in one order, whatever order they were asked for in. */
const order: readonly CustomerFieldName[] = [
  'email',
  'first_name',
  'last_name',
  'phone',
  'birth_date',
  'address',
  'zip',
  'city',
  'country',
  'state',
  'taxpayer_id',
]

/**
 * The fields on screen. `state` belongs to the United States and Canada (docs/gateway.md#customer-of-a-checkout): it comes when one of
 * them is the country, or where the page does not ask for the country. `country` is what the payer has chosen.
 */
export function fieldsOnScreen(fields: readonly PageField[], country: string): PageField[] {
  const asked = fields.find(({ name }) => name === 'country')
  const chosen = asked?.isReadOnly ? asked.value : country
  const showsState = asked ? chosen !== '' && hasState(chosen) : true
  return order.flatMap((name) =>
    fields.filter((field) => field.name === name && (name !== 'state' || showsState)),
  )
}
