import { payerEndpoint } from '@/lib/sandbox/http/endpoint'
import { answerChallenge } from '@/lib/sandbox/transactions/challenge'

export const POST = payerEndpoint(answerChallenge)
