import 'server-only'
import { z } from 'zod'
import { engine } from '../../db/engine'
import { enqueueDeliveries } from '../deliveries/queue'
import type { PublicCall } from '../http/endpoints'
import { json, notFound, Refusal } from '../http/refusal'
import { loadShop } from '../shops/shops'
import { findTransaction } from './find'
import { endTransaction } from './record'
import { nextStep, resultView, type ResultView } from './result'

/** The password of every challenge (docs/gateway.md#test-cards). */
const challengePassword = '1111'

type ChallengeView = Pick<
  ResultView,
  'uid' | 'type' | 'amount' | 'currency' | 'description' | 'language' | 'test' | 'iframe'
> & {
  brand: string
  last_4: string
  /** `answered`: nothing left to answer; the payer continues to `next`. */
  state: 'open' | 'answered'
  next: string
}

const cardFields = z.object({ credit_card: z.object({ brand: z.string(), last_4: z.string() }) })

/** Returns the data of the 3-D Secure challenge page, or null for an unknown uid or where it is not open. */
export async function challengeView(uid: string): Promise<ChallengeView | null> {
  const result = await resultView(uid)
  if (!result) return null
  const { db } = engine.get()
  const row = await findTransaction(db, uid)
  const { type, amount, currency, description, language, test, iframe } = result
  return {
    uid,
    type,
    amount,
    currency,
    description,
    language,
    test,
    iframe,
    ...cardFields.parse(row?.body).credit_card,
    state: result.status === 'incomplete' ? 'open' : 'answered',
    next: await nextStep(db, uid),
  }
}

const form = z.object({ password: z.string('required').min(1, 'required').max(100, 'too_long') })

/**
 * Handles the payer's answer to a 3-D Secure challenge: 1111 passes, anything else fails. Returns 201 `{uid, status,
 * next}` when this ended the transaction, 200 with the same when it had ended before (no effect), 404, or 422 with
 * `errors` (codes by field).
 */
export async function answerChallenge(call: PublicCall<{ uid: string }>): Promise<Response> {
  const { db, sealer, queues } = call.engine
  const input = form.safeParse(await call.body())
  const row = await findTransaction(db, call.params.uid)
  if (!row) throw notFound()
  if (!input.success)
    throw new Refusal(422, 'Challenge form is invalid', {
      code: 'invalid',
      errors: { password: input.error.issues.map(({ message }) => message) },
    })
  const shop = await loadShop(db, sealer, row.shopId)
  if (!shop) throw notFound()
  const ended = await endTransaction(call.engine, shop, row, input.data.password.trim() === challengePassword)
  if (ended) await enqueueDeliveries(queues, ended.queued)
  const { uid } = row
  const status = ended?.processed.status ?? (await findTransaction(db, uid))?.status
  return json({ uid, status, next: await nextStep(db, uid) }, ended ? 201 : 200)
}
