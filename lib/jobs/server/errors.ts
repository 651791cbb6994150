import 'server-only'
import { getTranslator } from '../../core/i18n/server'
import type { AppError } from '../../core/server/errors'
import type { RowErrors } from './kind'

/** Why a row failed, by field, in words: the gateway's own where it spoke. */
export function rowErrorsOf(error: AppError): RowErrors {
  if (error.errors && Object.keys(error.errors).length > 0) return error.errors
  return { base: [error.detail ?? getTranslator('problems')(error.code)] }
}
