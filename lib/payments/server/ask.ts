import 'server-only'
import { asc, and, eq } from 'drizzle-orm'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError, GatewayError } from '../../core/server/errors'
import { countQuestion } from '../../core/server/accounts/person-limits'
import { findTransactionsAtGateway, readTransactionAtGateway } from '../../gateway/client/endpoints'
import { keepGatewayAnswer } from '../../notifications/server/receiving/receive'
import type { AskedPayment } from '../detail'
import { readPaymentDetail } from './detail/detail'
import { rootOf } from './detail/root'
import { readPayments } from './read'
import { transactionStates } from './tables'

/** A payment with more refunds than this is looked up at the provider. */
const maxTransactions = 10

/**
 * Asks the gateway for each transaction of a payment, and for those with its tracking ID, with the optional queries
 * (docs/gateway.md#optional-queries), if an owner enabled them. The answer counts like a notification, with its own
 * kind of evidence. A transaction that the gateway does not know does not stop the queries for the others. A failure of
 * the query by tracking ID, which the answer names, does not undo the results by UID.
 * @throws AppError `forbidden` if it may not be asked, `not_found`, `too_many_attempts`; GatewayError, such as
 * `gateway_not_found` if it knows none. Answers until then are kept.
 */
export async function askGateway(context: ActorContext, anyUid: string): Promise<AskedPayment> {
  const { engine, shop } = context
  if (!shop.hasTransactionQuery) throw new AppError('forbidden')
  const root = await rootOf(context.engine.db, context.shop.id, anyUid)
  await countQuestion(context)
  const known = await engine.db
    .select({ uid: transactionStates.uid })
    .from(transactionStates)
    .where(and(eq(transactionStates.shopId, shop.id), eq(transactionStates.rootUid, root)))
    .orderBy(asc(transactionStates.at), asc(transactionStates.uid))
    .limit(maxTransactions)
  const answered: Answered = { asked: new Set(), answers: 0, unknown: null }
  let failure: GatewayError['code'] | null
  try {
    // The payment itself may be known only by what refers to it.
    await askFor(context, [root, ...known.map(({ uid }) => uid)], answered)
    failure = await askByTrackingId(context, root, answered)
  } finally {
    // Answers are kept also if a later question fails.
    if (answered.answers > 0)
      await recordActivity(engine.db, context, { action: 'payment.asked', subject: root })
  }
  if (answered.answers === 0 && answered.unknown) throw answered.unknown
  // It may belong to another payment by now.
  return { ...(await readPaymentDetail(context, anyUid)), tracking_failure: failure }
}

/** `answers`: how many were kept. `unknown`: the gateway's error for the last UID that it does not know. */
type Answered = { asked: Set<string>; answers: number; unknown: GatewayError | null }

/** Asks for those that were not asked for yet. */
async function askFor(context: ActorContext, uids: readonly string[], answered: Answered): Promise<void> {
  for (const uid of uids) {
    if (answered.asked.has(uid)) continue
    answered.asked.add(uid)
    try {
      await keepGatewayAnswer(context, await readTransactionAtGateway(context, uid))
      answered.answers += 1
    } catch (error) {
      if (!isNotFound(error)) throw error
      answered.unknown = error
    }
  }
}

/**
 * Asks the gateway for transactions with the payment's tracking ID, also unreported ones, and reads each by its UID in
 * the gateway's own text. Returns why it failed; null also if the gateway knows no such query or transaction.
 */
async function askByTrackingId(
  context: ActorContext,
  root: string,
  answered: Answered,
): Promise<GatewayError['code'] | null> {
  const [payment] = await readPayments(context.engine.db, context.shop.id, [root])
  if (!payment?.tracking_id) return null
  try {
    const found = await findTransactionsAtGateway(context, payment.tracking_id)
    await askFor(
      context,
      found.map(({ uid }) => uid),
      answered,
    )
    return null
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return error.code === 'gateway_not_found' ? null : error.code
  }
}

const isNotFound = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && error.code === 'gateway_not_found'
