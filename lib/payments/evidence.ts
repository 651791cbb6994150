import { authenticityGrades } from '../notifications/filters'

/**
 * What a transaction in the ledger rests on, weakest first: a row of the provider's statement that no notification
 * told of, else the evidence of a notification.
 */
export const evidenceGrades = ['statement', ...authenticityGrades] as const
export type Evidence = (typeof evidenceGrades)[number]
