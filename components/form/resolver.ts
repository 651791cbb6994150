import { toNestErrors } from '@hookform/resolvers'
import { type FieldError, type FieldErrors, type FieldValues, get, type Resolver } from 'react-hook-form'
import type { z } from 'zod'
import type { FieldReasons } from './field-reasons'

export type FormSchema = z.ZodType<unknown, FieldValues>
/** A schema, or how to fetch it: a page need not begin with the code that only judges what was typed. */
export type SchemaOrLoader<S> = S | (() => Promise<S>)
export type SchemaIssue = z.core.$ZodIssue

interface ResolverOptions<S extends FormSchema> {
  /** Makes what is judged of the values. */
  prepare?: (values: z.input<S>) => unknown
  /** Said of the form where the schema cannot be fetched: what cannot be judged cannot be sent. */
  unreachable?: string
  /** What fields say of their values themselves. */
  reasons?: FieldReasons
}

/**
 * Validates with the schema and words every issue by `text`. The stock zod resolver hands on the issue's message alone,
 * without the numbers (`at most 255`) its text needs.
 */
export function schemaResolver<S extends FormSchema>(
  schema: SchemaOrLoader<S>,
  text: (issue: SchemaIssue) => string,
  { prepare = (values) => values, unreachable = '', reasons }: ResolverOptions<S> = {},
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
      const message = reasons?.get(path)?.(get(values, path)) ?? text(issue)
      errors[path] ??= { type: issue.code, message }
    }
    return refuse(errors)
  }
}
