import 'server-only'
import type { Call } from '../http/endpoints'
import { json, notFound } from '../http/refusal'
import { findTransaction } from '../transactions/find'
import { checkoutAnswer } from './find'
import { currentCheckout } from './expire'

/**
 * GET /ctp/api/checkouts/{token}, an optional query (docs/gateway.md#optional-queries): returns the state of one of the
 * shop's payment tokens. 404 if unknown or another shop's.
 */
export async function getCheckout({ engine, shop, params }: Call<{ token: string }>): Promise<Response> {
  const row = await currentCheckout(engine, params.token, shop.id)
  if (!row) throw notFound()
  const paid = row.uid === null ? null : await findTransaction(engine.db, row.uid, shop.id)
  return json({ checkout: checkoutAnswer(row, paid) })
}
