import type { Route } from 'next'
import { redirect } from 'next/navigation'
import { AppError } from '@/lib/core/server/errors'

/**
 * For a list's first rows: a cursor in the address may be of another sort, cut, or of another time. Asking
 * again would never help, so the list begins anew at its first page.
 */
export const startOver =
  (path: string) =>
  (error: unknown): never => {
    if (error instanceof AppError && error.code === 'bad_request') redirect(path as Route)
    throw error
  }
