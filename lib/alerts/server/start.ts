import 'server-only'
import { lt, sql } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import { correlatedLog } from '../../core/server/log'
import { alerts } from './tables'
import { shops } from '../../core/server/tables/shops'
import { deliverMessages } from './deliver'
import { judgeShop } from './judge'
import { alertsJob } from './raise'
import { writeMessages } from './tell'

/** Closed alerts and what became of telling them are kept for so many days. */
const keptDays = 90

/** Registers the work: every minute each shop is judged, and what is due is told; at once what somebody hurries. */
export async function startAlerts({ jobs, ...rest }: Engine): Promise<void> {
  const engine = { jobs, ...rest }
  await jobs.define(alertsJob, async () => {
    await writeMessages(engine)
    await deliverMessages(engine)
  })
  await jobs.define(`${alertsJob}-minute`, async () => {
    await judgeAll(engine)
    await forgetOld(engine)
    await jobs.send(alertsJob, {}, { key: alertsJob })
  })
  await jobs.schedule(`${alertsJob}-minute`, '* * * * *')
}

/** One shop that cannot be judged must not keep the others waiting. */
async function judgeAll(engine: Engine): Promise<void> {
  for (const { id } of await engine.db.select({ id: shops.id }).from(shops)) {
    await judgeShop(engine, id).catch((error: unknown) =>
      correlatedLog().error({ err: error, shop: id }, 'alerts not judged'),
    )
  }
}

async function forgetOld({ db }: Engine): Promise<void> {
  const long = sql`now() - make_interval(days => ${keptDays})`
  await db.transaction(async (tx) => {
    await tx.execute(sql`
      DELETE FROM alert_messages m USING alerts a
      WHERE a.shop_id = m.shop_id AND a.id = m.alert_id AND a.closed_at < ${long}`)
    await tx.delete(alerts).where(lt(alerts.closedAt, long))
  })
}
