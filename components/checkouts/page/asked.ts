/** Groups the fields of the sent request by section, for display. */
import { askedFields, type AskedName, type AskedSection, checkoutFieldRows } from '@/lib/checkouts/fields'

/** The fields that the page names, here or beside the amount. */
const known = new Set<string>(checkoutFieldRows.map(({ path }) => path))

export interface Asked {
  sections: { id: AskedSection; fields: { name: AskedName; value: unknown }[] }[]
  /** Values without a name of ours, by path, so that the page shows everything that was sent. */
  others: { path: string; value: unknown }[]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function valueAt(from: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isObject(value) ? value[key] : undefined), from)
}

export function askedOf(checkout: unknown): Asked {
  const found = askedFields.map(({ id, fields }) => ({
    id,
    fields: fields
      .map(({ name, path }) => ({ name, value: valueAt(checkout, path) }))
      .filter(({ value }) => isSet(value)),
  }))
  return {
    sections: found.filter(({ fields }) => fields.length > 0),
    others: unnamed(checkout, ''),
  }
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

function unnamed(value: unknown, path: string): Asked['others'] {
  if (known.has(path)) return []
  if (isObject(value))
    return Object.entries(value).flatMap(([key, inner]) =>
      unnamed(inner, path === '' ? key : `${path}.${key}`),
    )
  return isSet(value) ? [{ path, value }] : []
}

/** Returns a value as untranslated text. An object becomes its keys and values. */
export function askedText(value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => askedText(one)).join(', ')
  if (isObject(value))
    return Object.entries(value)
      .filter(([, inner]) => isSet(inner))
      .map(([key, inner]) => `${key.replaceAll('_', ' ')}: ${askedText(inner)}`)
      .join(' · ')
  return String(value)
}
