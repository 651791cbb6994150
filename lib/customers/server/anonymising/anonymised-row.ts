import 'server-only'
import { customerFields, type CustomerReply } from '../../../gateway/customers/customer'
import { allCustomerFields, byColumn } from '../../fields'
import { ownSearchText } from '../listing/search'

export const hasValue = (value: unknown): boolean => value != null && value !== ''

const emptyFields = byColumn(allCustomerFields, () => null)

/** Returns the columns of an anonymised customer. `raw` keeps the names of fields that had a value, each with null. */
export function anonymisedColumns({ id, raw }: { id: string; raw: CustomerReply }) {
  const names = Object.keys(customerFields).filter((name) => hasValue(raw[name]))
  return {
    ...emptyFields,
    raw: { id, ...Object.fromEntries(names.map((name) => [name, null])) } satisfies CustomerReply,
    search: ownSearchText({ id, ...emptyFields }),
    keys: [],
    phoneticKeys: [],
    notificationWords: [],
    extra: '',
    fingerprint: null,
    labels: [],
    contact: null,
    anonymisedAt: new Date(),
  }
}
