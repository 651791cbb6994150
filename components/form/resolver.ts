import { toNestErrors } from '@hookform/resolvers'
import { type FieldError, type FieldErrors, type FieldValues, get, type Resolver } from 'react-hook-form'
import type { z } from 'zod'
import type { FieldReasons, Unfinished } from './field-registry'

export type FormSchema = z.ZodType<unknown, FieldValues>
/** A schema, or a loader for it, so that a page need not load validation code at the start. */
export type SchemaOrLoader<S> = S | (() => Promise<S>)
type SchemaIssue = z.core.$ZodIssue

interface ResolverOptions<S extends FormSchema> {
  /** Builds the validated value from the form's values. */
  prepare?: (values: z.input<S>) => unknown
  /** The form error for a schema that cannot be fetched. The form is then not sent. */
  unreachable?: string
  /** Messages from the fields themselves. */
  reasons?: FieldReasons
  /** Half-filled fields. Each is an error, even if the schema accepts its value. */
  unfinished?: Unfinished
}

/**
 * Validates with the schema and words each issue with `text`. The stock zod resolver passes on only the issue's
 * message, without the numbers (`at most 255`) that our texts need.
 */
export function schemaResolver<S extends FormSchema>(
  schema: SchemaOrLoader<S>,
  text: (issue: SchemaIssue) => string,
  { prepare = (values) => values, unreachable = '', reasons, unfinished }: ResolverOptions<S> = {},
): Resolver<z.input<S>, unknown, z.output<S>> {
  return async (current, _context, options) => {
    // What is typed while the schema is being fetched belongs to the next submit.
    const values = structuredClone(current)
    const refuse = (errors: Record<string, FieldError>) => {
      const nested: FieldErrors<z.input<S>> = toNestErrors(errors, options)
      return { values: {}, errors: nested }
    }
    const loaded = typeof schema === 'function' ? await schema().catch(() => null) : schema
    if (!loaded) return refuse({ 'root.server': { type: 'server', message: unreachable } })
    const result = await loaded.safeParseAsync(prepare(values))
    const errors: Record<string, FieldError> = {}
    for (const [name, reasonOf] of unfinished ?? []) {
      const message = reasonOf()
      if (message !== undefined) errors[name] = { type: 'unfinished', message }
    }
    if (result.success && Object.keys(errors).length === 0) return { values: result.data, errors: {} }
    for (const issue of result.error?.issues ?? []) {
      // Keep the first issue of a field: it is the one to fix first.
      const path = issue.path.join('.') || 'root.schema'
      const message = reasons?.get(path)?.(get(values, path)) ?? text(issue)
      errors[path] ??= { type: issue.code, message }
    }
    return refuse(errors)
  }
}
