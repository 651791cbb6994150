import 'server-only'
import { isStorable } from '../../gateway/values'
import type { Call } from '../http/endpoint'
import { json } from '../http/refusal'
import { findByTrackingId, transactionAnswer } from './find'

/**
 * GET /v2/transactions/tracking_id/{id} (documented beyond the interface; field notes): 200 and `{transactions}`,
 * the 10 most recent whose tracking_id is this, as a whole or between semicolons; an empty list for an unknown one.
 */
export async function listByTrackingId({ engine, shop, params }: Call<{ id: string }>): Promise<Response> {
  // What no database holds was never recorded.
  const rows = isStorable(params.id) ? await findByTrackingId(engine.db, shop.id, params.id) : []
  return json({ transactions: rows.map((row) => transactionAnswer(engine.sealer, row)) })
}
