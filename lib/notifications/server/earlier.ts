import 'server-only'
import { isNull, and, isNotNull, asc, eq, type SQL } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import { notifications, type NotificationRow } from './tables'
import { type NotificationContent, readNotification } from '../../gateway/notifications/notification'
import { describeNotification } from './interpreting/describe'
import { sealTokens } from './redaction/sealed-tokens'
import { maskedFingerprint, withoutSignature } from './redaction/fingerprint'
import { withoutCards } from './redaction/without-cards'

/** Bodies (up to 1 MiB) per transaction. */
const pageRows = 50

const columns = {
  shopId: notifications.shopId,
  id: notifications.id,
  body: notifications.body,
  headers: notifications.headers,
  cardTokensSealed: notifications.cardTokensSealed,
  anonymisationId: notifications.anonymisationId,
  personalRemovedAt: notifications.personalRemovedAt,
}
/**
 * Changes notifications of an earlier release, page by page. `where` must not find what was changed already, so that
 * this can be interrupted and resumed.
 */
async function changeEarlierNotifications(
  { db }: Engine,
  where: SQL | undefined,
  changeOf: (row: Pick<NotificationRow, keyof typeof columns>) => Partial<NotificationRow>,
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

/** Removes card numbers from notifications of earlier releases and seals their card tokens. */
export const maskEarlierNotifications = (engine: Engine): Promise<void> =>
  changeEarlierNotifications(
    engine,
    isNull(notifications.sourceAddress),
    ({ shopId, id, body: given, headers, cardTokensSealed: sealed }) => {
      // The last release sealed the tokens already and left dots in the body.
      if (sealed !== null) return { sourceAddress: '' }
      const { body, tokens, hasCardNumber, isRestorable } = withoutCards(given)
      return {
        sourceAddress: '',
        body,
        cardTokensSealed: sealTokens({ engine, shop: { id: shopId } }, tokens),
        ...(hasCardNumber && { hasCardNumber }),
        ...(!isRestorable && {
          fingerprint: maskedFingerprint(body, id),
          headers: withoutSignature(headers),
        }),
      }
    },
  )

/** Computes the search terms of an earlier release's notifications. */
export const searchEarlierNotifications = (engine: Engine): Promise<void> =>
  changeEarlierNotifications(
    engine,
    and(isNull(notifications.searchTerms), isNotNull(notifications.processedAt)),
    ({ body, anonymisationId, personalRemovedAt }) => {
      const content = readNotification(body)
      // A body that still awaits anonymisation names a person who must not be found.
      const isOpen = anonymisationId === null && personalRemovedAt === null && content.kind !== 'unreadable'
      return isOpen ? searchColumnsOf(content) : { searchTerms: [] }
    },
  )

function searchColumnsOf(content: NotificationContent) {
  const { search, searchPersonal, searchTerms } = describeNotification(content)
  return { search, searchPersonal, searchTerms }
}
