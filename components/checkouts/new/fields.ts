import { checkoutFieldRows } from '@/lib/checkouts/fields'
import type { FieldKind } from '@/lib/gateway/field-kind'

/** The form's fields by path, in the order of lib/checkouts/fields.ts. */
export const fields = new Map<string, FieldKind>(checkoutFieldRows.map(({ path, kind }) => [path, kind]))

export const tokenField = 'payment_method.credit_card.token'

export const isGroup = (path: string): boolean => [...fields.keys()].some((key) => key.startsWith(`${path}.`))

/**
 * Maps the dotted `path` of an error, from the request's root, to a form field. A path into a list maps to the list; a
 * path into rows stays, as each row has its own fields.
 */
export function fieldOf(path: string): string {
  const inside = path.replace(/^checkout\./, '')
  for (const [name, kind] of fields)
    if (inside === name || inside.startsWith(`${name}.`))
      return kind.kind === 'rows' ? path : `checkout.${name}`
  return path
}
