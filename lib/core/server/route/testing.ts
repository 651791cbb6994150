import 'server-only'
import { beforeEach } from 'vitest'
import type { TestOffice } from '../../../testing/office'
import type { ActorContext } from '../context'
import { AppError, GatewayError } from '../errors'
import { idempotencyKeys } from '../tables/requests'
import { idempotent, type Settle } from './idempotency'

export type KeyedRequest = {
  key?: string
  route?: string
  input?: unknown
  context?: ActorContext
  run?: () => Promise<{ n: number }>
  settle?: Settle<unknown, { n: number }>
  isRepeatable?: boolean
  isRepeatOfLost?: boolean
}

/** For tests: the error of a request that the gateway may have carried out. */
export const lostAnswer = new GatewayError('gateway_timeout', { mayHaveHappened: true })

/** For tests: sends requests with an idempotency key, and counts how often they run. */
export function keyedRequests(office: TestOffice) {
  let runs = 0
  beforeEach(async () => {
    runs = 0
    await office.engine.db.delete(idempotencyKeys)
  })
  const send = ({
    key = 'k',
    route = 'POST /things',
    input = { a: 1 },
    context = office.context,
    run,
    ...rest
  }: KeyedRequest = {}) =>
    idempotent<unknown, { n: number }>(context, {
      ...rest,
      route,
      key,
      input,
      run: async () => {
        runs++
        return run ? run() : { n: runs }
      },
    })
  const code = (request: KeyedRequest) =>
    send(request).then(
      () => 'done',
      (error: unknown) => (error instanceof AppError ? error.code : 'unknown'),
    )
  return { send, code, runs: () => runs }
}
