/** Customers: endpoints 7 to 9 (docs/gateway.md#customers). */
import { z } from 'zod'
import { addressConditions, stateAndZip } from '../values/address'
import { withConditions } from '../conditions'
import { looseText } from '../loose'
import { objectIn, sentReading, type Reading } from '../reading'
import { country, email, ipAddress, text } from '../values/schemas'

/** Customer ID: `cst_` followed by hexadecimal characters (docs/gateway.md#customer-response). */
export const customerId = z.string().regex(/^cst_[0-9a-f]{1,64}$/)

/**
 * Request fields of a customer, with their own rules. The rules of `state` and `zip`, which depend on `country`, are in
 * {@link customerCreateIn}.
 * - `ip`: of the customer's device, IPv4 or IPv6. `country`: ISO 3166-1 alpha-2.
 * - `external_id`: the customer's ID in the merchant's system, at most 255 characters.
 */
export const customerFields = {
  first_name: text().optional(),
  last_name: text().optional(),
  address: text().optional(),
  city: text().optional(),
  country: country.optional(),
  ...stateAndZip,
  phone: text().optional(),
  email,
  ip: ipAddress,
  external_id: text(255).optional(),
}

/** Body of endpoint 7 (POST /customers), read as `reading` says. */
export const customerCreateIn = (reading: Reading) =>
  withConditions(objectIn(reading, customerFields), addressConditions(reading))

export const customerCreate = customerCreateIn(sentReading)
export type CustomerCreateInput = z.input<typeof customerCreate>
export type CustomerCreate = z.output<typeof customerCreate>

/**
 * A customer in a reply: “`id` plus the submitted fields”. Read loosely: only `id` is required, unknown keys are kept,
 * and missing or malformed fields are tolerated.
 */
export const customerReply = z.looseObject({
  id: z.string().min(1),
  ...(Object.fromEntries(Object.keys(customerFields).map((name) => [name, looseText])) as Record<
    keyof typeof customerFields,
    typeof looseText
  >),
})
export type CustomerReply = z.output<typeof customerReply>
