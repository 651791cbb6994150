import type { z } from 'zod'

const further = new WeakMap<z.ZodType, z.ZodType<object>>()

/**
 * Notes that `schema` also takes the members of `other`, which it leaves to it to parse, so that the description of our API
 * can name them.
 */
export function takingMembersOf<Schema extends z.ZodType>(other: z.ZodType<object>, schema: Schema): Schema {
  further.set(schema, other)
  return schema
}

export const furtherMembers = (schema: z.ZodType): z.ZodType<object> | undefined => further.get(schema)
