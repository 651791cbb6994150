import 'server-only'
import type { TestCall, TestSandbox } from '../testing'

export type TestTransaction = {
  uid: string
  status: string
  message: string
  redirect_url: string
  created_at: string
  credit_card: { brand: string; bin_8: string | null; stamp: string; token: string | null }
  three_d_secure_verification: { status: string | null }
  tokenization: { status: string; message: string; gateway_id: number } | null
}

/** For tests: a body of endpoint 1 that succeeds with 3-D Secure on or off. Every call has a new amount. */
export const tokenizationBody = (over: Record<string, unknown> = {}, card: Record<string, unknown> = {}) => ({
  request: {
    amount: (amount += 1),
    currency: 'EUR',
    description: 'Membership',
    return_url: 'https://books.example/back?order=7',
    credit_card: {
      number: '4200000000000000',
      verification_value: '111',
      holder: 'Maria Keller',
      exp_month: '01',
      exp_year: '2039',
      ...card,
    },
    ...over,
  },
})
let amount = 3000

export async function tokenize(
  sandbox: TestSandbox,
  over: Record<string, unknown> = {},
  card: Record<string, unknown> = {},
  options: TestCall = {},
) {
  const answer = await sandbox.call('POST', '/transactions/tokenizations', {
    body: tokenizationBody(over, card),
    ...options,
  })
  const body = (await answer.json()) as { transaction: TestTransaction; response?: unknown }
  return { status: answer.status, body, transaction: body.transaction }
}

export async function answerTo(sandbox: TestSandbox, uid: string, password: unknown = '1111') {
  const answer = await sandbox.call('POST', `/payments/${uid}/challenge/answer`, {
    body: { password },
    authorization: null,
  })
  const body = (await answer.json()) as { uid: string; status: string; next: string; errors?: object }
  return { status: answer.status, body }
}
