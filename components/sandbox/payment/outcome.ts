import type { ResultView } from '@/lib/sandbox/transactions/result'

/** `failed`: not the bank said no, but an error came first, such as that the product was sold out meanwhile. */
export type Outcome = 'paid' | 'authorized' | 'saved' | 'declined' | 'failed' | 'incomplete'

const successes = {
  payment: 'paid',
  charge: 'paid',
  authorization: 'authorized',
  tokenization: 'saved',
} as const

type Ended = Pick<ResultView, 'status' | 'type' | 'isError'>

export function outcomeOf({ status, type, isError }: Ended): Outcome {
  if (status === 'incomplete') return 'incomplete'
  if (status === 'failed') return isError ? 'failed' : 'declined'
  return successes[type]
}
