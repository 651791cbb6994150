/** Rules between fields, judged beside the fields' own rules, so that everything that is wrong is said at once. */
import type { z } from 'zod'

/** Keys from the object that carries the condition down to a field. */
type Path = readonly string[]

export type Condition<Value> = {
  /** The field the complaint belongs to. */
  path: Path
  /** Every field that `broken` reads: where one of them is wrong by itself, the condition is not judged. */
  reads: readonly Path[]
  /** Key of `issues.*`. */
  message: string
  broken: (value: Value) => boolean
}

/** Adds conditions to an object's schema; each is judged whatever else is wrong with the object. */
export function withConditions<Value, Schema extends z.ZodType<Value>>(
  schema: Schema,
  conditions: readonly Condition<Value>[],
): Schema {
  return conditions.reduce(
    (ruled, { path, reads, message, broken }) =>
      ruled.refine((value) => !broken(value), {
        path: [...path],
        message,
        when: ({ value, issues }) =>
          typeof value === 'object' &&
          value !== null &&
          !issues.some((issue) => reads.some((read) => spoils(issue, read))),
      }),
    schema,
  )
}

/** Whether an issue is about the field, something in it, or what should hold it. */
function spoils({ code, path = [] }: z.core.$ZodRawIssue, field: Path): boolean {
  // Keys that nobody knows, which are reported of the object they are in, take nothing from those that are known.
  if (code === 'unrecognized_keys') return false
  const shared = Math.min(path.length, field.length)
  return field.slice(0, shared).every((key, index) => key === path[index])
}
