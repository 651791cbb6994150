import type { Route } from 'next'
import { redirect } from 'next/navigation'
import { AppError } from '@/lib/core/server/errors'

/**
 * Error handler for a list's first page: redirects to the start of the list after a bad request. The cursor in the
 * address may be truncated, outdated or of another sort order, so a retry would not help.
 */
export const startOver =
  (path: string) =>
  (error: unknown): never => {
    if (error instanceof AppError && error.code === 'bad_request') redirect(path as Route)
    throw error
  }
