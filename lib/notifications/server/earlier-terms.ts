import 'server-only'
import { and, asc, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import { readNotification } from '../../gateway/notification'
import { notifications } from './tables'
import { termsIn } from './search-terms'

/** Bodies of up to 1 MiB that are read in one transaction. */
const pageRows = 50

/** Makes the search terms of notifications that an earlier release worked out, page by page. */
export async function addEarlierTerms(engine: Engine): Promise<void> {
  while ((await addToPage(engine)) === pageRows);
}

const addToPage = (engine: Engine): Promise<number> =>
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
      // A body that is still to be blanked names a person who must not be found.
      const isOpen = blankingId === null && personalRemovedAt === null && content.kind !== 'unreadable'
      await tx
        .update(notifications)
        .set({ searchTerms: isOpen ? termsIn(content.json) : [] })
        .where(and(eq(notifications.shopId, shopId), eq(notifications.id, id)))
    }
    return rows.length
  })
