import { authenticityGrades } from '../notifications/filters'

/**
 * The evidence of a transaction in the ledger, weakest first. `statement`: only a row of the provider's statement. The
 * others: the evidence of its notification.
 */
export const evidenceGrades = ['statement', ...authenticityGrades] as const
export type Evidence = (typeof evidenceGrades)[number]
