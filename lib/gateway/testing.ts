/** For tests: inspects schemas and the issues they raise. */
import { z } from 'zod'

/** Returns issues as `path: message`, and `path: unknown` for unrecognized keys. */
export const complaints = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ path, message, code }) => {
    const text = code === 'unrecognized_keys' ? 'unknown' : message
    return `${path.join('.')}: ${text}`
  }) ?? []

/** Unwraps a schema from optional, nullable, default, catch and preprocessing. */
export function bare(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodCatch
  )
    return bare(schema.def.innerType)
  if (!(schema instanceof z.ZodPipe)) return schema
  return bare(schema.def.in instanceof z.ZodTransform ? schema.def.out : schema.def.in)
}

/** Returns the dotted paths of all fields that hold a value. A list is one field. */
export function leavesOf(schema: z.core.$ZodType, path: string[] = []): string[] {
  const inner = bare(schema)
  if (!(inner instanceof z.ZodObject)) return [path.join('.')]
  return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([key, field]) =>
    leavesOf(field, [...path, key]),
  )
}

/** Returns the field at a dotted path with its wrappers, or null if there is none. The path skips lists. */
export function fieldAt(schema: z.core.$ZodType, path: string): z.ZodType | null {
  let field: z.core.$ZodType = schema
  for (const key of path === '' ? [] : path.split('.')) {
    let holder = bare(field)
    while (holder instanceof z.ZodArray) holder = bare(holder.element)
    if (!(holder instanceof z.ZodObject)) return null
    const shape = holder.shape as Record<string, z.ZodType>
    const inner = Object.hasOwn(shape, key) ? shape[key] : undefined
    if (!inner) return null
    field = inner
  }
  return field as z.ZodType
}

type Kind = 'string' | 'number' | 'boolean' | 'array' | 'object'

export function kindsOf(schema: z.core.$ZodType): Kind[] {
  const inner = bare(schema)
  if (inner instanceof z.ZodUnion) return inner.def.options.flatMap(kindsOf)
  if (inner instanceof z.ZodArray) return ['array']
  if (inner instanceof z.ZodObject || inner instanceof z.ZodRecord) return ['object']
  if (inner instanceof z.ZodBoolean) return ['boolean']
  if (inner instanceof z.ZodNumber) return ['number']
  return inner instanceof z.ZodString || inner instanceof z.ZodEnum ? ['string'] : []
}

/** Returns the allowed values of a field or of a list's elements, or null if they are open. */
export function choicesOf(schema: z.core.$ZodType): string[] | null {
  const inner = bare(schema)
  if (inner instanceof z.ZodArray) return choicesOf(inner.element)
  return inner instanceof z.ZodEnum ? inner.options.map(String) : null
}
