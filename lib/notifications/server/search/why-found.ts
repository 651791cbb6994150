import 'server-only'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { NotificationItem } from '../../schema'
import type { ActorContext } from '../../../core/server/context'
import { fold, isShort } from '../../../core/server/search/fold'
import { type Marker, markerOf } from '../../../core/server/search/marks'
import { notifications } from '../tables'
import { maskPayload } from '../redaction/mask'
import {
  exactTerms,
  nameFields,
  pathTo,
  phoneTermsOf,
  type Place,
  searchedValues,
  similarTerms,
  termsOfValue,
} from './search-terms'
import { type NotificationSearch, amountMatch } from './search'

/** A larger body is not read, because a list would load a megabyte per row for one word. */
const maxBytes = 65_536

type Rights = { isPersonalShown: boolean }
type Found = NonNullable<NotificationItem['found']>
type Reason = NonNullable<NotificationItem['reasons']>[number]

/**
 * Marks what a search found in the listed texts and, for other words, in one payload value. Masked values get no marks,
 * because the position would reveal them. Names the kind of all other reasons.
 */
export async function withMarks(
  context: ActorContext,
  items: NotificationItem[],
  asked: NotificationSearch,
): Promise<NotificationItem[]> {
  const { q } = asked
  const words = asked.words.filter((word) => !asked.named.has(word))
  const marks = markerOf(q, { alike: false })
  const rows = items.map((item) => {
    const shown = shownTexts(item, asked)
    const texts = Object.values(shown).map((text) => folded(text ?? ''))
    const reasons = knownReasons(asked, item)
    const unexplainedWords = wordsWithoutReason(words, reasons).filter(
      (word) => !texts.some((text) => hasWord(text, word)),
    )
    return { item: { ...item, marks: markAll(shown, marks) }, reasons, left: unexplainedWords }
  })
  const unexplainedIds = rows.filter(({ left }) => left.length > 0).map(({ item }) => item.id)
  const stored = await storedOf(context, unexplainedIds)
  return rows.map(({ item, reasons, left }) => {
    const { body, terms } = stored.get(item.id) ?? {}
    const found = body && bestValue(body, left, asked)
    const rest = left.filter((word) => !(found && hasWord(folded(found.text), word)))
    const unnamed = termReasons(asked, { words: rest, terms: new Set(terms) })
    const all = [...reasons, ...(body ? unnamed.map((reason) => withName(reason, body, asked)) : unnamed)]
    return {
      ...item,
      ...(found ? { found: { ...found, marks: marks(found.text) } } : {}),
      ...(all.length > 0 ? { reasons: all } : {}),
    }
  })
}

const wordsWithoutReason = (words: readonly string[], reasons: readonly Reason[]): string[] =>
  words.filter((word) => !reasons.some((reason) => reason.word === word))

function knownReasons({ words, amounts }: NotificationSearch, item: NotificationItem): Reason[] {
  return words.flatMap((word): Reason[] => {
    const amount = amounts.get(word)
    const by = amount ? amountMatch(amount, item) : null
    return [
      ...(item.card_last_4 === word ? [{ by: 'card' as const, word }] : []),
      ...(by ? [{ by, word }] : []),
    ]
  })
}

type Left = { words: string[]; terms: ReadonlySet<string> }

function termReasons({ q }: NotificationSearch, { words, terms }: Left): Reason[] {
  if (words.length > 0 && phoneTermsOf(q).some((term) => terms.has(term))) return [{ by: 'phone', word: q }]
  return words.flatMap((word): Reason[] => {
    const exact = exactTerms(word).find(({ term }) => terms.has(term))
    if (exact) return [{ by: exact.kind, word }]
    return similarTerms(word).some((term) => terms.has(term)) ? [{ by: 'similar_name', word }] : []
  })
}

/** The texts that a list shows. A verification request shows no status, because its payment is not made yet. */
const shownTexts = (item: NotificationItem, { isPersonalShown }: Rights) => ({
  description: item.description,
  tracking_id: item.tracking_id,
  uid: item.uid,
  type: item.type,
  status: item.kind === 'verification' ? null : item.status,
  email: isPersonalShown ? item.email : null,
})

const markAll = (shown: ReturnType<typeof shownTexts>, marks: Marker) => ({
  description: marks(shown.description),
  tracking_id: marks(shown.tracking_id),
  uid: marks(shown.uid),
  type: marks(shown.type),
  status: marks(shown.status),
  email: marks(shown.email),
})

type Stored = { body: Buffer | null; terms: string[] | null }

/** Returns bodies and search terms, except where a body awaits anonymisation and still holds personal data. */
async function storedOf({ engine, shop }: ActorContext, ids: string[]): Promise<Map<string, Stored>> {
  if (ids.length === 0) return new Map()
  const rows = await engine.db
    .select({
      id: notifications.id,
      terms: notifications.searchTerms,
      body: sql<Buffer | null>`CASE WHEN octet_length(${notifications.body}) <= ${maxBytes} THEN ${notifications.body} END`,
    })
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shop.id),
        inArray(notifications.id, ids),
        isNull(notifications.anonymisationId),
      ),
    )
  return new Map(rows.map(({ id, ...stored }) => [id, stored]))
}

/** Folds a text like the search. Much quicker than finding a word's position, and most values have no word. */
const folded = (text: string): string => ` ${fold(text)}`
const hasWord = (text: string, word: string): boolean => text.includes(isShort(word) ? ` ${word}` : word)

/** Returns the first value with the most words, masked for the reader. */
function bestValue(body: Buffer, words: string[], rights: Rights): Omit<Found, 'marks'> | undefined {
  let best: { text: string; place: Place; count: number } | undefined
  searchedValues(maskPayload(jsonOf(body), rights), (text, place) => {
    if (best?.count === words.length || (place.isPersonal && !rights.isPersonalShown)) return
    const here = folded(text)
    const count = words.filter((word) => hasWord(here, word)).length
    if (count > (best?.count ?? 0)) best = { text, place, count }
  })
  // TypeScript does not see what a callback assigns.
  const found = best as { text: string; place: Place } | undefined
  return found && { text: found.text, path: pathTo(found.place) }
}

/** Adds the name that is similar to the word, with the other names beside it in the payload. */
function withName(reason: Reason, body: Buffer, rights: Rights): Reason {
  if (reason.by !== 'similar_name' || !rights.isPersonalShown) return reason
  const wanted = new Set(similarTerms(reason.word))
  const beside = new Map<Place | null, string[]>()
  let similar: Place | undefined
  searchedValues(maskPayload(jsonOf(body), rights), (text, place) => {
    if (!nameFields.has(place.name)) return
    beside.set(place.above, [...(beside.get(place.above) ?? []), text])
    if (termsOfValue(text, place.name, []).some((term) => wanted.has(term))) similar ??= place
  })
  return similar ? { ...reason, name: beside.get(similar.above)?.join(' ') } : reason
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8').replace(/^\uFEFF/, ''))
  } catch {
    return null
  }
}
