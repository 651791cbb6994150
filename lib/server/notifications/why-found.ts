import 'server-only'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { NotificationItem } from '../../contracts/notification'
import { may } from '../../contracts/permissions'
import { readNotification } from '../../gateway/notification'
import type { ActorContext } from '../context'
import { wordsOf } from '../fold'
import { type Marker, markerOf } from '../marks'
import { notifications } from '../tables/notifications'
import { maskPayload } from './mask'
import { pathTo, type Place, searchedValues } from './payload-texts'

/** A larger body is not read for a list: it would wait for a megabyte a row to say a word. */
const mostBytes = 65_536

type Rights = { personal: boolean }
type Found = NonNullable<NotificationItem['found']>

/**
 * Rows that `q` found, with what it found marked: in what a list shows of them, and, of words that do not stand there, in
 * one value of the payload. Nothing in it that who looks sees masked, as where it is marked would tell it.
 */
export async function withMarks(
  context: ActorContext,
  items: NotificationItem[],
  q: string,
): Promise<NotificationItem[]> {
  const rights = { personal: may(context.actor.role, 'personal_data.read') }
  const marks = markerOf(q, { alike: false })
  const words = wordsOf(q).map((word) => markerOf(word, { alike: false }))
  const rows = items.map((item) => {
    const shown = shownTexts(item, rights)
    const left = words.filter((marker) => !Object.values(shown).some((text) => marker(text).length > 0))
    return { item: { ...item, marks: markAll(shown, marks) }, left }
  })
  const open = rows.filter(({ left }) => left.length > 0).map(({ item }) => item.id)
  const bodies = await bodiesOf(context, open)
  return rows.map(({ item, left }) => {
    const body = bodies.get(item.id)
    const found = body && bestValue(body, left, rights)
    return found ? { ...item, found: { ...found, marks: marks(found.text) } } : item
  })
}

/** The texts of a row that a list has a place for. The status of what only asks is not shown: it is none yet. */
const shownTexts = (item: NotificationItem, { personal }: Rights) => ({
  description: item.description,
  tracking_id: item.tracking_id,
  uid: item.uid,
  type: item.type,
  status: item.kind === 'verification' ? null : item.status,
  email: personal ? item.email : null,
})

const markAll = (shown: ReturnType<typeof shownTexts>, marks: Marker) => ({
  description: marks(shown.description),
  tracking_id: marks(shown.tracking_id),
  uid: marks(shown.uid),
  type: marks(shown.type),
  status: marks(shown.status),
  email: marks(shown.email),
})

/** Of those of a blanking that has not come to its body yet, none: it still names who is blanked. */
async function bodiesOf({ engine, shop }: ActorContext, ids: string[]): Promise<Map<string, Buffer>> {
  if (ids.length === 0) return new Map()
  const rows = await engine.db
    .select({ id: notifications.id, body: notifications.body })
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shop.id),
        inArray(notifications.id, ids),
        isNull(notifications.blankingId),
        sql`octet_length(${notifications.body}) <= ${mostBytes}`,
      ),
    )
  return new Map(rows.map(({ id, body }) => [id, body]))
}

/** The first value with most of the words, as it may be shown. */
function bestValue(
  body: Buffer,
  words: Marker[],
  rights: Rights,
): Omit<Found, 'marks'> | undefined {
  const content = readNotification(body)
  if (content.kind === 'unreadable') return undefined
  let best: { text: string; place: Place; count: number } | undefined
  searchedValues(maskPayload(content.json, rights), (text, place) => {
    if (place.isPersonal && !rights.personal) return
    const count = words.filter((marker) => marker(text).length > 0).length
    if (count > (best?.count ?? 0)) best = { text, place, count }
  })
  // TypeScript does not see what a callback assigns.
  const found = best as { text: string; place: Place } | undefined
  return found && { text: found.text, path: pathTo(found.place) }
}
