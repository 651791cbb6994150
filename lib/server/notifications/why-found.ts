import 'server-only'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { NotificationItem } from '../../contracts/notification'
import { may } from '../../contracts/permissions'
import type { ActorContext } from '../context'
import { fold, isShort, wordsOf } from '../fold'
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
  const words = wordsOf(q)
  const rows = items.map((item) => {
    const shown = shownTexts(item, rights)
    const texts = Object.values(shown).map((text) => folded(text ?? ''))
    const left = words.filter((word) => !texts.some((text) => hasWord(text, word)))
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

/** As a search has it, and far quicker than to tell where a word stands: most values have none. */
const folded = (text: string): string => ` ${fold(text)}`
const hasWord = (text: string, word: string): boolean => text.includes(isShort(word) ? ` ${word}` : word)

/** The first value with most of the words, as it may be shown. */
function bestValue(body: Buffer, words: string[], rights: Rights): Omit<Found, 'marks'> | undefined {
  let best: { text: string; place: Place; count: number } | undefined
  searchedValues(maskPayload(jsonOf(body), rights), (text, place) => {
    if (best?.count === words.length || (place.isPersonal && !rights.personal)) return
    const here = folded(text)
    const count = words.filter((word) => hasWord(here, word)).length
    if (count > (best?.count ?? 0)) best = { text, place, count }
  })
  // TypeScript does not see what a callback assigns.
  const found = best as { text: string; place: Place } | undefined
  return found && { text: found.text, path: pathTo(found.place) }
}

/** Nothing of a body that is no JSON, as of one that was removed. */
function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
