import 'server-only'
import { customerFields } from '../../gateway/customer'
import type { customers } from '../tables/customers'

/** Whose ID it is comes first, then the fields in the order of the interface's table. */
const names = Object.keys(customerFields)

/** A customer as the interface answers it: `id` plus the submitted fields (“Customer”). */
export function customerAnswer({ id, fields }: Pick<typeof customers.$inferSelect, 'id' | 'fields'>) {
  const submitted = names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]])
  return { id, ...(Object.fromEntries(submitted) as Record<string, unknown>) }
}
