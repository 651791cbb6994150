import 'server-only'
import { getTranslator } from '../../../core/i18n/server'
import { AppError } from '../../../core/server/errors'

type Reason = Parameters<ReturnType<typeof getTranslator<'importProblems'>>>[0]

/** An error in the file as a whole. */
export function fileProblem(
  reason: Reason,
  values?: Record<string, string | number>,
  cause?: unknown,
): AppError {
  return new AppError('invalid', {
    errors: { file: [getTranslator('importProblems')(reason, values)] },
    cause,
  })
}
