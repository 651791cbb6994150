import 'server-only'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import { notifications } from './tables'

/** Bodies (up to 1 MiB) per transaction. */
const pageRows = 50

const columns = {
  shopId: notifications.shopId,
  id: notifications.id,
  body: notifications.body,
  cardTokensSealed: notifications.cardTokensSealed,
  anonymisationId: notifications.anonymisationId,
  personalRemovedAt: notifications.personalRemovedAt,
}
type Row = typeof notifications.$inferSelect

/**
 * Changes notifications of an earlier release, page by page. `where` must not find what was changed already: so this can
 * be interrupted and resumed.
 */
export async function changeEarlierNotifications(
  { db }: Engine,
  where: SQL | undefined,
  changeOf: (row: Pick<Row, keyof typeof columns>) => Partial<Row>,
): Promise<void> {
  const changePage = () =>
    db.transaction(async (tx) => {
      const rows = await tx
        .select(columns)
        .from(notifications)
        .where(where)
        .orderBy(asc(notifications.id))
        .limit(pageRows)
        .for('update', { skipLocked: true })
      for (const row of rows)
        await tx
          .update(notifications)
          .set(changeOf(row))
          .where(and(eq(notifications.shopId, row.shopId), eq(notifications.id, row.id)))
      return rows.length
    })
  while ((await changePage()) === pageRows);
}
