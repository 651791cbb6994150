import type { Engine } from '../../db/engine'
import type { Shop } from '../shops'

/** Input of every handler on the merchant's side. The body is read only on request, after authentication. */
export type Call<Params = unknown> = PublicCall<Params> & { shop: Shop }

/** Input of a handler on the payer's side, without credentials. */
export type PublicCall<Params = unknown> = {
  engine: Engine
  params: Params
  /** Reads the body. In a lenient sandbox, merchant bodies have their types converted to the API's. @throws Refusal */
  body: () => Promise<Record<string, unknown>>
  header: (name: string) => string | null
}
