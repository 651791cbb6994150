/** Groups the fields of the sent request by section, for display. */
import {
  requestedSections,
  type RequestedName,
  type RequestedSection,
  checkoutFieldRows,
} from '@/lib/checkouts/fields'

/** Fields that the page shows by name, here or next to the amount. */
const known = new Set<string>(checkoutFieldRows.map(({ path }) => path))

export interface RequestedFields {
  sections: { id: RequestedSection; fields: { name: RequestedName; value: unknown }[] }[]
  /** Values without a name of ours, by path, so that the page shows everything that was sent. */
  others: { path: string; value: unknown }[]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function valueAt(from: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), from)
}

export function requestedFields(checkout: unknown): RequestedFields {
  const found = requestedSections.map(({ id, fields }) => ({
    id,
    fields: fields
      .map(({ name, path }) => ({ name, value: valueAt(checkout, path) }))
      .filter(({ value }) => isSet(value)),
  }))
  return {
    sections: found.filter(({ fields }) => fields.length > 0),
    others: unnamedValues(checkout, ''),
  }
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

function unnamedValues(value: unknown, path: string): RequestedFields['others'] {
  if (known.has(path)) return []
  if (isObject(value))
    return Object.entries(value).flatMap(([key, inner]) =>
      unnamedValues(inner, path === '' ? key : `${path}.${key}`),
    )
  return isSet(value) ? [{ path, value }] : []
}

/** Returns a value as untranslated text. An object becomes its keys and values. */
export function requestedText(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => requestedText(one)).join(', ')
  if (isObject(value))
    return Object.entries(value)
      .filter(([, inner]) => isSet(inner))
      .map(([key, inner]) => `${key.replaceAll('_', ' ')}: ${requestedText(inner)}`)
      .join(' · ')
  return String(value)
}
