import 'server-only'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { AlertList } from '../schema'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { tellBrowsers } from '../../core/server/live'
import { alerts } from './tables'
import { listAlerts } from './list'

/**
 * Closes an open alert because somebody has seen to it, and records who. One that is closed already stays as it is.
 * @throws AppError `not_found`
 */
export async function dismissAlert(context: ActorContext, id: string): Promise<AlertList> {
  const { engine, shop, actor } = context
  if (!z.uuid().safeParse(id).success) throw new AppError('not_found')
  const mine = and(eq(alerts.shopId, shop.id), eq(alerts.id, id))
  await engine.db.transaction(async (tx) => {
    const [row] = await tx.select({ kind: alerts.kind }).from(alerts).where(mine)
    if (!row) throw new AppError('not_found')
    const closed = await tx
      .update(alerts)
      .set({ closedAt: sql`now()`, closedHow: 'dismissed', dismissedBy: actor.userId })
      .where(and(mine, isNull(alerts.closedAt)))
      .returning({ id: alerts.id })
    if (closed.length > 0)
      await recordActivity(tx, context, {
        action: 'alert.dismissed',
        subject: id,
        detail: { kind: row.kind },
      })
  })
  await tellBrowsers(context, { kind: 'alert' })
  return listAlerts(context)
}
