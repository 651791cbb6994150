import { isSamePhone } from '@/lib/core/phone'
import { nameOf } from '@/lib/customers/name'
import type { CustomerDetail } from '@/lib/customers/schema'

type Texts = (string | null | undefined)[]

/** The fields by which searches find a customer (lib/customers/server/listing/search.ts). */
const found = {
  name: (customer) => [nameOf(customer)],
  email: ({ email, contact }) => [email, contact.email],
  phone: ({ phone, contact }) => [phone, contact.phone],
  externalId: ({ external_id: id }) => [id],
  city: ({ city }) => [city],
  ip: ({ ip }) => [ip],
  id: ({ id }) => [id],
} satisfies Record<string, (customer: CustomerDetail) => Texts>

type Field = keyof typeof found

/**
 * Returns the fields of `from` by which searches find `to` only after the merge. The fields that `to` shows stay as they
 * are.
 */
export const addedFields = (from: CustomerDetail, to: CustomerDetail): Field[] =>
  (Object.keys(found) as Field[]).filter((field) => {
    const kept = found[field](to)
    const isSame = comparisons[field] ?? isEqual
    return found[field](from).some((text) => !!text && !kept.some((other) => isSame(text, other ?? '')))
  })

const isEqual = (one: string, other: string): boolean => one === other

/** How to compare values that people write in several ways. Other fields are compared as text. */
export const comparisons: Partial<Record<Field, typeof isEqual>> = {
  email: (one, other) => one.toLowerCase() === other.toLowerCase(),
  phone: (one, other) => one === other || isSamePhone(one, other),
}
