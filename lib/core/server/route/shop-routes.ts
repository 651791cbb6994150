import 'server-only'
import type { z } from 'zod'
import type { Endpoint, Endpoints, Method } from '../../api/endpoint'
import type { ActorContext } from '../context'
import type { Settle } from './idempotency'
import { otherMethods } from './raw-route'
import { shopRoute } from './route'

type Input<Described> = {
  query: Described extends { query: infer Query extends z.ZodType } ? z.output<Query> : undefined
  body: Described extends { body: infer Body extends z.ZodType } ? z.output<Body> : undefined
  /** `id` is empty if the path has none. */
  params: { shop: string; id: string }
}

type Answer<Described> = Described extends { response: infer Response extends z.ZodType }
  ? z.input<Response>
  : never

type Run<Described> = (
  context: ActorContext,
  input: Input<Described>,
) => Promise<Answer<Described>> | Answer<Described>

/**
 * With `idempotency`, honours `Idempotency-Key`. `settle` finds the result of a request whose answer was lost.
 * `isRepeatable`: safe to send twice. `Idempotency-Lost: repeat` sends a lost request again if its result cannot be found
 * (idempotency.ts).
 */
type Handling<Described> =
  | Run<Described>
  | {
      run: Run<Described>
      idempotency: { settle?: Settle<Input<Described>, Answer<Described>>; isRepeatable?: boolean }
    }

/** One handler for each method that the API describes at this path. */
type Handlings<Api extends Endpoints, Path extends string> = {
  [Key in keyof Api as Key extends `${infer At extends Method} ${Path}` ? At : never]: Handling<Api[Key]>
}

type AnyHandling = Handling<Required<Endpoint>>
type PathOf<Key> = Key extends `${Method} ${infer Path}` ? Path : never

/** The handlers of a route file: those that the feature's API describes, and an answer for every other method. */
export function shopRoutes<Api extends Endpoints, Path extends PathOf<keyof Api>>(
  api: Api,
  path: Path,
  handlings: NoInfer<Handlings<Api, Path>>,
) {
  const given = Object.entries(handlings as object) as [Method, AnyHandling][]
  const handlers = given.map(([method, handling]) => {
    const described: Endpoint | undefined = api[`${method} /${path.slice(1)}`]
    if (!described) throw new Error(`${method} ${path} is not described`)
    return [
      method,
      shopRoute({ ...described, ...(typeof handling === 'function' ? { run: handling } : handling) }),
    ]
  })
  return {
    ...otherMethods(...given.map(([method]) => method)),
    ...Object.fromEntries(handlers),
  } as Record<Method | 'OPTIONS', ReturnType<typeof shopRoute>>
}
