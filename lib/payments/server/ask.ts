import 'server-only'
import { asc, and, eq } from 'drizzle-orm'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError, GatewayError } from '../../core/server/errors'
import { countQuestion } from '../../core/server/gateway-questions'
import { findTransactionsAtGateway, readTransactionAtGateway } from '../../gateway/client/endpoints'
import { keepGatewayAnswer } from '../../notifications/server/receiving/receive'
import type { PaymentDetail } from '../detail'
import { readPaymentDetail, rootOf } from './detail/detail'
import { readPayments } from './read'
import { transactionStates } from './tables'

/** A payment with more refunds than this is looked up at the provider. */
const mostTransactions = 10

/**
 * Asks the gateway for each transaction of a payment, and for those with its tracking ID, with the optional queries
 * (docs/gateway.md#optional-queries), if an owner enabled them. What it answers counts like a notification, with evidence of its own. A transaction that it does not
 * know does not keep the others from being asked for.
 * @throws AppError `forbidden` if it may not be asked, `not_found`, `too_many_attempts`; GatewayError, such as
 * `gateway_not_found` if it knows none. Answers until then are kept.
 */
export async function askGateway(context: ActorContext, anyUid: string): Promise<PaymentDetail> {
  const { engine, shop } = context
  if (!shop.transactionQuery) throw new AppError('forbidden')
  const root = await rootOf(context, anyUid)
  await countQuestion(context)
  const known = await engine.db
    .select({ uid: transactionStates.uid })
    .from(transactionStates)
    .where(and(eq(transactionStates.shopId, shop.id), eq(transactionStates.rootUid, root)))
    .orderBy(asc(transactionStates.at), asc(transactionStates.uid))
    .limit(mostTransactions)
  // The payment itself may be known only by what refers to it.
  const uids = new Set([
    root,
    ...known.map(({ uid }) => uid),
    ...(await uidsWithItsTrackingId(context, root)),
  ])
  let unknown: GatewayError | null = null
  let answers = 0
  for (const uid of uids) {
    try {
      await keepGatewayAnswer(context, await readTransactionAtGateway(context, uid))
      answers += 1
    } catch (error) {
      if (!(error instanceof GatewayError && error.code === 'gateway_not_found')) throw error
      unknown = error
    }
  }
  if (answers === 0 && unknown) throw unknown
  await recordActivity(engine.db, context, { action: 'payment.asked', subject: root })
  // It may belong to another payment by now.
  return readPaymentDetail(context, anyUid)
}

/**
 * UIDs that the gateway knows by the payment's tracking ID, also those that no notification told of. None where it does not
 * answer that query. Each is then read by its UID, as the gateway's own text.
 */
async function uidsWithItsTrackingId(context: ActorContext, root: string): Promise<string[]> {
  const [payment] = await readPayments(context.engine.db, context.shop.id, [root])
  if (!payment?.tracking_id) return []
  try {
    const found = await findTransactionsAtGateway(context, payment.tracking_id)
    return found.map(({ uid }) => uid)
  } catch (error) {
    if (error instanceof GatewayError && error.code === 'gateway_not_found') return []
    throw error
  }
}
