import 'server-only'
import { payerBody, productBody, type TestCall, type TestSandbox } from '../testing'

type Body = {
  id: string
  quantity: number | null
  uid: string
  status: string
  code?: string
  errors?: object
}

/** For tests: the numbers of test cards, by what they do. */
export const testCards = {
  success: '4200000000000000',
  declined: '4005550000000019',
  frictionless: '5204240000015011',
  declined3ds: '4012000000001022',
  challenge: '4012000000001097',
}

/** For tests: actions of a shop and its payers on products. */
export function paymentsAt(sandbox: TestSandbox) {
  const create = async (over: Record<string, unknown> = {}) => {
    const answer = await sandbox.call('POST', '/products', { body: productBody(over) })
    return ((await answer.json()) as Body).id
  }
  const quantity = async (id: string) =>
    ((await (await sandbox.call('GET', `/products/${id}`)).json()) as Body).quantity
  const pay = async (id: string, over: Record<string, unknown> = {}, options: TestCall = {}) => {
    const answer = await sandbox.call('POST', `/products/${id}/payments`, {
      body: payerBody(over),
      authorization: null,
      ...options,
    })
    return { status: answer.status, body: (await answer.json()) as Body }
  }
  const answer = async (uid: string, password: string) => {
    const reply = await sandbox.call('POST', `/payments/${uid}/challenge/answer`, {
      body: { password },
      authorization: null,
    })
    return { status: reply.status, body: (await reply.json()) as Body }
  }
  const transaction = async (uid: string) => {
    const { rows } = await sandbox.engine.db.execute<{ body: Record<string, unknown> }>(
      `SELECT body FROM sandbox.transactions WHERE uid = '${uid}'`,
    )
    return rows[0]!.body
  }
  return { create, quantity, pay, answer, transaction }
}
