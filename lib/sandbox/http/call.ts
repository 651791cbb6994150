import type { Engine } from '../../db/engine'
import type { Shop } from '../shops'

/** What every verb of the interface gets. The body is read only when a verb asks, after the credentials. */
export type Call<Params = unknown> = PublicCall<Params> & { shop: Shop }

/** The same on the payer's side, where nobody has credentials. */
export type PublicCall<Params = unknown> = {
  engine: Engine
  params: Params
  /** On the merchant's side of a lenient sandbox, with its types turned into the interface's. @throws Refusal */
  body: () => Promise<Record<string, unknown>>
  /** A header of the request; null where there is none. */
  header: (name: string) => string | null
}
