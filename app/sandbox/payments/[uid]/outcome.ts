import type { ResultView } from '@/lib/sandbox/transactions/result'

export type Outcome = 'paid' | 'authorized' | 'saved' | 'declined' | 'incomplete'

const successes = {
  payment: 'paid',
  charge: 'paid',
  authorization: 'authorized',
  tokenization: 'saved',
} as const

export function outcomeOf({ status, type }: Pick<ResultView, 'status' | 'type'>): Outcome {
  if (status === 'incomplete') return 'incomplete'
  return status === 'failed' ? 'declined' : successes[type]
}
