import type { CheckoutState } from '../checkouts/state'
import type { PaymentState, TransactionMeaning } from './state'

/** Colours by meaning: paid is green, waiting blue, declined red. Money that went back is never green. */
type PaymentTone = 'ok' | 'warn' | 'bad' | 'info' | 'neutral'

export const stateTones: Record<PaymentState, PaymentTone> = {
  paid: 'ok',
  differs: 'warn',
  authorized: 'info',
  partly_refunded: 'neutral',
  refunded: 'neutral',
  disputed: 'bad',
  voided: 'neutral',
  waiting: 'info',
  declined: 'bad',
  expired: 'neutral',
  paid_out: 'neutral',
  card_stored: 'neutral',
  other: 'neutral',
}

export const meaningTones: Record<TransactionMeaning, PaymentTone> = {
  paid: 'ok',
  captured: 'ok',
  authorized: 'info',
  refunded: 'neutral',
  disputed: 'warn',
  charged_back: 'bad',
  voided: 'neutral',
  paid_out: 'neutral',
  card_stored: 'neutral',
  waiting: 'info',
  declined: 'bad',
  expired: 'neutral',
  other: 'neutral',
}

export const checkoutTones: Record<CheckoutState, PaymentTone> = {
  unconfirmed: 'warn',
  open: 'info',
  pending: 'info',
  paid: 'ok',
  differs: 'warn',
  partly_refunded: 'neutral',
  refunded: 'neutral',
  disputed: 'bad',
  voided: 'neutral',
  declined: 'bad',
  expired: 'neutral',
  cancelled: 'neutral',
}
