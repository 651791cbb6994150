import 'server-only'
import { isStorable } from '../../gateway/values'
import type { Call } from '../http/call'
import { json, notFound } from '../http/refusal'
import { findByTrackingId, transactionAnswer } from './find'

type ById = Call<{ id: string }>

/**
 * GET /v2/transactions/tracking_id/{id} (docs/gateway.md#optional-queries): 200 and `{transactions}`,
 * the 10 most recent whose tracking_id is this, as a whole or between semicolons; an empty list for an unknown one.
 */
export async function listByTrackingId(call: ById): Promise<Response> {
  const rows = await rowsOf(call)
  return json({ transactions: rows.map((row) => transactionAnswer(call.engine.sealer, row)) })
}

/**
 * GET /transactions/tracking_id/{id}, the query as it was before v2, which clients of this family still send: 200
 * and `{transaction}`, 404 for an unknown one. Which of several it answers is inferred: the most recent.
 */
export async function getByTrackingId(call: ById): Promise<Response> {
  const [row] = await rowsOf(call)
  if (!row) throw notFound()
  return json({ transaction: transactionAnswer(call.engine.sealer, row) })
}

/** What no database holds was never recorded. */
const rowsOf = async ({ engine, shop, params }: ById) =>
  isStorable(params.id) ? findByTrackingId(engine.db, shop.id, params.id) : []
