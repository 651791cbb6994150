import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

type FormSchema = z.ZodType<unknown, FieldValues>
export type SchemaIssue = z.core.$ZodIssue

/**
 * Validates with the schema and words every issue by `text`. The stock zod resolver hands on the issue's message alone,
 * without the numbers (`at most 255`) its text needs.
 */
export function schemaResolver<S extends FormSchema>(
  schema: S,
  text: (issue: SchemaIssue) => string,
  prepare: (values: z.input<S>) => unknown = (values) => values,
): Resolver<z.input<S>, unknown, z.output<S>> {
  return async (values, _context, options) => {
    const result = await schema.safeParseAsync(prepare(values))
    if (result.success) return { values: result.data, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const issue of result.error.issues) {
      // The first complaint of a field is the one to put right first.
      const path = issue.path.join('.') || 'root.schema'
      errors[path] ??= { type: issue.code, message: text(issue) }
    }
    const nested: FieldErrors<z.input<S>> = toNestErrors(errors, options)
    return { values: {}, errors: nested }
  }
}
