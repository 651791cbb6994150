import 'server-only'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Engine } from '../../../db/engine'
import { type NotificationContent, readNotification } from '../../../gateway/notifications/notification'
import { describeNotification } from '../interpreting/describe'
import { notifications } from '../tables'

/** Bodies (up to 1 MiB) per transaction. */
const pageRows = 50

/** Works out what notifications of an earlier release are found by, page by page. */
export async function searchEarlierNotifications(engine: Engine): Promise<void> {
  while ((await searchPage(engine)) === pageRows);
}

const searchPage = (engine: Engine): Promise<number> =>
  engine.db.transaction(async (tx) => {
    const rows = await tx
      .select({
        shopId: notifications.shopId,
        id: notifications.id,
        body: notifications.body,
        blankingId: notifications.blankingId,
        personalRemovedAt: notifications.personalRemovedAt,
      })
      .from(notifications)
      .where(and(isNull(notifications.searchTerms), isNotNull(notifications.processedAt)))
      .orderBy(asc(notifications.id))
      .limit(pageRows)
      .for('update', { skipLocked: true })
    for (const { shopId, id, body, blankingId, personalRemovedAt } of rows) {
      const content = readNotification(body)
      // A body that still awaits anonymisation names a person who must not be found.
      const isOpen = blankingId === null && personalRemovedAt === null && content.kind !== 'unreadable'
      await tx
        .update(notifications)
        .set(isOpen ? searchColumnsOf(content) : { searchTerms: [] })
        .where(and(eq(notifications.shopId, shopId), eq(notifications.id, id)))
    }
    return rows.length
  })

function searchColumnsOf(content: NotificationContent) {
  const { search, searchPersonal, searchTerms } = describeNotification(content)
  return { search, searchPersonal, searchTerms }
}
