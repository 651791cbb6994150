import { authenticityGrades } from '../notifications/filters'

/**
 * The evidence of a transaction in the ledger, weakest first: a row of the provider's statement without a notification,
 * else the evidence of a notification.
 */
export const evidenceGrades = ['statement', ...authenticityGrades] as const
export type Evidence = (typeof evidenceGrades)[number]
