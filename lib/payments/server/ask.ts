import 'server-only'
import { asc, and, eq } from 'drizzle-orm'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError, GatewayError } from '../../core/server/errors'
import { countQuestion } from '../../core/server/gateway-questions'
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
 * (docs/gateway.md#optional-queries), if an owner enabled them. The answer counts like a notification, with evidence of
 * its own. A transaction that it does not know does not keep the others from being asked for. A failure of the query by
 * tracking ID, which the answer names, does not undo the results by UID.
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
  // The payment itself may be known only by what refers to it.
  const byUid = await askFor(context, new Set([root, ...known.map(({ uid }) => uid)]))
  const byTracking = await askByTrackingId(context, root, byUid.asked)
  if (byUid.answers + byTracking.answers === 0 && byUid.unknown) throw byUid.unknown
  await recordActivity(engine.db, context, { action: 'payment.asked', subject: root })
  // It may belong to another payment by now.
  return { ...(await readPaymentDetail(context, anyUid)), tracking_failure: byTracking.failure }
}

/** `unknown`: the gateway's error for the last UID that it does not know. */
async function askFor(context: ActorContext, asked: ReadonlySet<string>) {
  let unknown: GatewayError | null = null
  let answers = 0
  for (const uid of asked) {
    try {
      await keepGatewayAnswer(context, await readTransactionAtGateway(context, uid))
      answers += 1
    } catch (error) {
      if (!isNotFound(error)) throw error
      unknown = error
    }
  }
  return { asked, answers, unknown }
}

/**
 * Asks the gateway for transactions with the payment's tracking ID, also unreported ones, and reads each by its UID in
 * the gateway's own text. A gateway that does not answer this query has none.
 */
async function askByTrackingId(
  context: ActorContext,
  root: string,
  asked: ReadonlySet<string>,
): Promise<{ answers: number; failure: GatewayError['code'] | null }> {
  const [payment] = await readPayments(context.engine.db, context.shop.id, [root])
  if (!payment?.tracking_id) return { answers: 0, failure: null }
  try {
    const found = await findTransactionsAtGateway(context, payment.tracking_id)
    const { answers } = await askFor(
      context,
      new Set(found.map(({ uid }) => uid).filter((uid) => !asked.has(uid))),
    )
    return { answers, failure: null }
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error
    return { answers: 0, failure: error.code === 'gateway_not_found' ? null : error.code }
  }
}

const isNotFound = (error: unknown): error is GatewayError =>
  error instanceof GatewayError && error.code === 'gateway_not_found'
