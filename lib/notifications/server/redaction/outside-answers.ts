import 'server-only'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { forgetAnswers } from '../../../forwarding/server/answers'
import { notificationDeliveries, notifications } from '../tables'

const whereDeclined = sql`answer ->> 'reason' = 'endpoint_declined' AND answer ->> 'message' IS NOT NULL`
const withoutMessage = sql`answer || '{"message": null}'::jsonb`

/**
 * Forgets what others' programs answered to these notifications, which may repeat whom they name: receivers of forwarded
 * ones, and the endpoint that declined a payment.
 */
export async function forgetOutsideAnswers(
  tx: Database,
  shopId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await forgetAnswers(tx, shopId, ids)
  const among = sql`ANY(${sql.param(ids)}::uuid[])`
  await tx.execute(
    sql`UPDATE ${notifications} SET answer = ${withoutMessage} WHERE shop_id = ${shopId} AND id = ${among} AND ${whereDeclined}`,
  )
  await tx.execute(
    sql`UPDATE ${notificationDeliveries} SET answer = ${withoutMessage} WHERE shop_id = ${shopId} AND notification_id = ${among} AND ${whereDeclined}`,
  )
}
