import 'server-only'
import type { Call } from '../http/call'
import { json, notFound } from '../http/refusal'
import { findTransaction, transactionAnswer } from './find'

/**
 * GET /transactions/{uid} (docs/gateway.md#optional-queries): 200 and `{transaction}`, 404 for an
 * unknown uid, or one of another shop.
 */
export async function getTransaction({ engine, shop, params }: Call<{ uid: string }>): Promise<Response> {
  const row = await findTransaction(engine.db, params.uid, shop.id)
  if (!row) throw notFound()
  return json({ transaction: transactionAnswer(engine.sealer, row) })
}
