import 'server-only'
import { and, isNull, type SQL } from 'drizzle-orm'
import type { CustomerItem, LocalContact } from '../../schema'
import { byField } from '../../../core/api/by-field'
import { byColumn, customerFieldRows, listedFields, type ColumnOf, type CustomerField } from '../../fields'
import { may, type Rights } from '../../../core/permissions'
import { type Named, nameOf } from '../../name'
import { maskContacts, maskEmail, maskPhone, shownText } from '../../../core/server/search/contacts-in-text'
import { customers } from '../tables'
import type { CustomerRow } from '../reading/mirror'

/** Returns these fields' columns in the mirror. */
export const columnsOf = <Field extends CustomerField>(fields: readonly Field[]) =>
  byColumn(fields, (field) => customers[customerFieldRows[field].column]) as Pick<
    typeof customers,
    ColumnOf<Field>
  >

export const itemColumns = {
  id: customers.id,
  ...columnsOf(listedFields),
  createdAt: customers.createdAt,
  firstSeenAt: customers.firstSeenAt,
  lastPaidAt: customers.lastPaidAt,
  labels: customers.labels,
  mergedInto: customers.mergedInto,
  anonymisedAt: customers.anonymisedAt,
  vanishedAt: customers.vanishedAt,
}
/** SQL: customers that lists show. Leaves out merged ones: searches find the remaining customer by the data of both. */
export const whereListed = and(isNull(customers.vanishedAt), isNull(customers.mergedInto)) as SQL

export type ItemRow = Pick<CustomerRow, keyof typeof itemColumns>

const masks = {
  email: maskEmail,
  phone: maskPhone,
  whole: () => '•••',
  // Merchants also use e-mail addresses as IDs.
  none: (text: string) => maskContacts(text, { isFreeText: false }),
}

export const isMaskedFor = (rights: Rights): boolean => !may(rights, 'personal_data.read')

/** Returns the values of these fields. With `isMasked`, masks personal data. Empty values are not masked. */
export const valuesOf = <Field extends CustomerField>(
  row: Pick<CustomerRow, ColumnOf<Field>>,
  fields: readonly Field[],
  isMasked: boolean,
) =>
  byField(fields, (field): string | null => {
    const { column, mask } = customerFieldRows[field]
    const value = row[column as ColumnOf<Field>]
    return isMasked && value ? masks[mask](value) : value
  })

export const contactOf = ({ contact }: Pick<CustomerRow, 'contact'>, isMasked: boolean): LocalContact =>
  isMasked ? maskContact(contact ?? {}) : (contact ?? {})

const maskContact = ({ email, phone, address }: LocalContact): LocalContact => ({
  ...(email ? { email: maskEmail(email) } : {}),
  ...(phone ? { phone: maskPhone(phone) } : {}),
  ...(address ? { address: masks.whole() } : {}),
})

export function toItem(row: ItemRow, rights: Rights): CustomerItem {
  const isMasked = isMaskedFor(rights)
  return {
    id: row.id,
    ...valuesOf(row, listedFields, isMasked),
    masked: isMasked,
    created_at: (row.createdAt ?? row.firstSeenAt).toISOString(),
    last_paid_at: row.lastPaidAt?.toISOString() ?? null,
    labels: shownLabels(rights, row.labels),
    merged_into: row.mergedInto,
    anonymised: row.anonymisedAt !== null,
    vanished: row.vanishedAt !== null,
  }
}

/** Returns the customer's name, or an empty text. Contacts in it are masked for people without `personal_data.read`. */
export const shownName = (rights: Rights, customer: Pick<Named, 'first_name' | 'last_name'>): string =>
  isMaskedFor(rights) ? masks.none(nameOf(customer)) : nameOf(customer)

/** Returns the name, or else the e-mail address (masked without `personal_data.read`), or else the ID. */
export const shownTitle = (rights: Rights, { id, email, ...names }: Named): string =>
  shownName(rights, names) || ((email && isMaskedFor(rights) ? maskEmail(email) : email) ?? id)

/** Returns labels as a person with these rights sees them. Contacts are masked; labels with the same mask become one. */
export const shownLabels = (rights: Rights, labels: readonly string[]): string[] => [
  ...new Set(labels.map((label) => shownText(rights, label))),
]

/** Replaces each given label by the labels of `stored` that the person sees in that form. Keeps it if there are none. */
export const namedLabels = (rights: Rights, given: readonly string[], stored: readonly string[]): string[] =>
  given.flatMap((label) => {
    const meant = stored.filter((own) => shownText(rights, own) === label)
    return meant.length > 0 ? meant : [label]
  })
