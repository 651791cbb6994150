import 'server-only'
import type { TransactionRow } from '../tables/transactions'
import type { Order, PresentedCard } from './order'

/**
 * What an incomplete transaction needs to be ended: kept in its row until then. The card token that it was
 * presented by is not in it but sealed beside it.
 */
export type Pending = {
  order: Order
  card: Omit<PresentedCard, 'token'>
  /** The payer's browser, where the payer asked to have the card remembered. */
  rememberFor: string | null
}

export const toPending = (order: Order, card: PresentedCard, rememberFor: string | null) => {
  const { description, outcome, cvc } = card
  return { order, card: { description, outcome, cvc }, rememberFor } satisfies Pending
}

/** Null once the transaction has ended. The column is written by `toPending` alone. */
export const pendingOf = ({ pending }: Pick<TransactionRow, 'pending'>) => pending as Pending | null
