/**
 * Rules between fields. They are checked together with each field's own rules, so that all issues are reported at once.
 */
import type { z } from 'zod'

type Path = readonly string[]

export type Condition<Value> = {
  path: Path
  /** All fields that `isBroken` reads. If one of them has an issue of its own, the condition is not checked. */
  reads: readonly Path[]
  message: string
  isBroken: (value: Value) => boolean
}

/** Adds conditions to an object's schema. Each is checked even if other things are wrong with the object. */
export function withConditions<Value, Schema extends z.ZodType<Value>>(
  schema: Schema,
  conditions: readonly Condition<Value>[],
): Schema {
  return conditions.reduce(
    (ruled, { path, reads, message, isBroken }) =>
      ruled.refine((value) => !isBroken(value), {
        path: [...path],
        message,
        when: ({ value, issues }) =>
          typeof value === 'object' &&
          value !== null &&
          !issues.some((issue) => reads.some((read) => concernsField(issue, read))),
      }),
    schema,
  )
}

/** Whether an issue concerns the field, something in it, or an object that contains it. */
function concernsField({ code, path = [] }: z.core.$ZodRawIssue, field: Path): boolean {
  // Unrecognized keys are reported on their object, but do not affect its known keys.
  if (code === 'unrecognized_keys') return false
  const shared = Math.min(path.length, field.length)
  return field.slice(0, shared).every((key, index) => key === path[index])
}
