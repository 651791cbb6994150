import 'server-only'
import type { CustomerItem, LocalContact, RevealedCustomer } from '../../schema'
import { may, type Rights } from '../../../core/permissions'
import { maskEmail, maskPhone } from '../../../core/server/search/contacts-in-text'
import { customers } from '../tables'
import type { CustomerRow } from '../reading/mirror'

export const itemColumns = {
  id: customers.id,
  firstName: customers.firstName,
  lastName: customers.lastName,
  email: customers.email,
  phone: customers.phone,
  ip: customers.ip,
  city: customers.city,
  country: customers.country,
  externalId: customers.externalId,
  createdAt: customers.createdAt,
  firstSeenAt: customers.firstSeenAt,
  lastPaidAt: customers.lastPaidAt,
  labels: customers.labels,
  mergedInto: customers.mergedInto,
  anonymisedAt: customers.anonymisedAt,
  vanishedAt: customers.vanishedAt,
}
export type ItemRow = Pick<CustomerRow, keyof typeof itemColumns>

const mask = '•••'

export const isMasked = (rights: Rights): boolean => !may(rights, 'personal_data.read')

/** Empty values are not masked. */
export function personalDataOf(
  row: Pick<CustomerRow, 'email' | 'phone' | 'ip' | 'address' | 'zip' | 'contact'>,
  masked: boolean,
): RevealedCustomer {
  const { email, phone, ip, address, zip } = row
  const contact = row.contact ?? {}
  if (!masked) return { email, phone, ip, address, zip, contact }
  return {
    email: email && maskEmail(email),
    phone: phone && maskPhone(phone),
    ip: ip && mask,
    address: address && mask,
    zip: zip && mask,
    contact: maskContact(contact),
  }
}

const maskContact = ({ email, phone, address }: LocalContact): LocalContact => ({
  ...(email ? { email: maskEmail(email) } : {}),
  ...(phone ? { phone: maskPhone(phone) } : {}),
  ...(address ? { address: mask } : {}),
})

export function toItem(row: ItemRow, rights: Rights): CustomerItem {
  const masked = isMasked(rights)
  const { email, phone, ip } = personalDataOf({ ...row, address: null, zip: null, contact: null }, masked)
  return {
    id: row.id,
    first_name: row.firstName,
    last_name: row.lastName,
    email,
    phone,
    ip,
    city: row.city,
    country: row.country,
    external_id: row.externalId,
    masked,
    created_at: (row.createdAt ?? row.firstSeenAt).toISOString(),
    last_paid_at: row.lastPaidAt?.toISOString() ?? null,
    labels: row.labels,
    merged_into: row.mergedInto,
    anonymised: row.anonymisedAt !== null,
    vanished: row.vanishedAt !== null,
  }
}
