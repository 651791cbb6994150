'use client'
import { useTranslations } from 'use-intl'

const words = {
  first_name: 'first_name',
  last_name: 'last_name',
  email: 'email',
  phone: 'phone',
  ip: 'ip',
  country: 'country',
  state: 'state',
  city: 'city',
  zip: 'zip',
  address: 'address',
  external_id: 'external_id',
} as const
const isWorded = (field: string): field is keyof typeof words => Object.hasOwn(words, field)

/** Returns a function that words gateway field names as a list for a sentence. */
export function useFieldNames(): (fields: readonly string[]) => string {
  const t = useTranslations('customers.fieldNames')
  return (fields) => fields.map((field) => (isWorded(field) ? t(words[field]) : field)).join(', ')
}
