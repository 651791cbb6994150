import 'server-only'
import { and, isNotNull, isNull } from 'drizzle-orm'
import type { Engine } from '../../../db/engine'
import { type NotificationContent, readNotification } from '../../../gateway/notifications/notification'
import { changeEarlierNotifications } from '../change-earlier'
import { describeNotification } from '../interpreting/describe'
import { notifications } from '../tables'

/** Works out what notifications of an earlier release are found by. */
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
