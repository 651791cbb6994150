import { ApiError } from '@/lib/core/api/http'
import { connectionReport, type ConnectionReport } from '@/lib/shops/schema'

/** The report of a test that refused to save; null for any other error. */
export function reportIn(error: unknown): ConnectionReport | null {
  if (!(error instanceof ApiError) || error.code !== 'connection_failed') return null
  return connectionReport.safeParse(error.current.report).data ?? null
}
