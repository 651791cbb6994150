import 'server-only'
import type { z } from 'zod'
import { issuesByField } from '../../core/issues'
import { getTranslator } from '../../core/i18n/server'
import { AppError } from '../../core/server/errors'
import type { RowErrors } from './kind'

/** What is wrong with a value, by field. */
export function inWords(issues: readonly z.core.$ZodIssue[]): RowErrors {
  const text = getTranslator('issues')
  return issuesByField(issues, ({ key, values }) => text(key, values))
}

/** What was planned, as it can be sent. @throws AppError `invalid`, which is this row's failure and no other's. */
export function sendable<Schema extends z.ZodType>(schema: Schema, planned: unknown): z.output<Schema> {
  const parsed = schema.safeParse(planned, { reportInput: true })
  if (parsed.success) return parsed.data
  throw new AppError('invalid', { errors: inWords(parsed.error.issues) })
}
