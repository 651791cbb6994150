import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

export type FormSchema = z.ZodType<unknown, FieldValues>
/** A schema, or how to fetch it: a page need not begin with the code that only judges what was typed. */
export type SchemaOrLoader<S> = S | (() => Promise<S>)
export type SchemaIssue = z.core.$ZodIssue

/**
 * Validates with the schema and words every issue by `text`. The stock zod resolver hands on the issue's message alone,
 * without the numbers (`at most 255`) its text needs. `unreachable` is said of the form where the schema cannot be
 * fetched: what cannot be judged cannot be sent.
 */
export function schemaResolver<S extends FormSchema>(
  schema: SchemaOrLoader<S>,
  text: (issue: SchemaIssue) => string,
  prepare: (values: z.input<S>) => unknown = (values) => values,
  unreachable = '',
): Resolver<z.input<S>, unknown, z.output<S>> {
  return async (values, _context, options) => {
    const refuse = (errors: Record<string, FieldError>) => {
      const nested: FieldErrors<z.input<S>> = toNestErrors(errors, options)
      return { values: {}, errors: nested }
    }
    const loaded = typeof schema === 'function' ? await schema().catch(() => null) : schema
    if (!loaded) return refuse({ 'root.server': { type: 'server', message: unreachable } })
    const result = await loaded.safeParseAsync(prepare(values))
    if (result.success) return { values: result.data, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const issue of result.error.issues) {
      // The first complaint of a field is the one to put right first.
      const path = issue.path.join('.') || 'root.schema'
      errors[path] ??= { type: issue.code, message: text(issue) }
    }
    return refuse(errors)
  }
}
