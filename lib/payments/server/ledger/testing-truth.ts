import type { PaymentState } from '../../state'

/** The expected result of a generated payment. Amounts are in minor units. */
export type Truth = {
  uid: string
  state: PaymentState
  type: string
  currency: string
  test: boolean
  at: Date
  /** Null: more than a number holds. */
  tried: number | null
  held: number
  paid: number
  refunded: number
  chargedBack: number
  brand: string
  country: string
  last4: string
  rrn: string
  trackingId: string
  email: string
  name: string
  phone: string
  /** The amounts in the sums, with their times and currencies, and what the transaction says: '' where it does not. */
  counts: {
    as: 'paid' | 'failed' | 'refunded' | 'charged_back'
    amount: number
    at: Date
    currency: string
    brand: string
    country: string
    reason: string
  }[]
}
