import { ApiError } from '@/lib/core/http'
import { fieldOf } from './fields'

/** The same failure, with what is said of entries of lists said of the lists: those are the form's fields. */
export function errorsOnFields(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const errors: Record<string, string[]> = {}
  for (const [path, messages] of Object.entries(error.errors))
    errors[fieldOf(path)] = [...(errors[fieldOf(path)] ?? []), ...messages]
  const { status, code, title, detail, correlationId, current, retryAfter } = error
  return new ApiError(status, { code, title, detail, errors, correlationId, current, retryAfter })
}
