import 'server-only'
import { today } from '@internationalized/date'
import { and, sql, type SQL } from 'drizzle-orm'
import { possibleAmounts } from '../../../core/format/typed-money'
import { may } from '../../../core/permissions'
import type { ActorContext, ShopContext } from '../../../core/server/context'
import { fold, isShort, wordsOf } from '../../../core/server/search/fold'
import { containsOwnPart, containsWords, hasWords } from '../../../core/server/search/search'
import { minorUnitExponent } from '../../../gateway/values/minor-units'
import { currenciesNotified } from '../../../shops/server/currencies'
import { cardTerms, emailTerms, exactTerms, phoneTermsOf, similarTerms } from './search-terms'
import { notifications } from '../tables'

export type NotificationSearch = {
  q: string
  words: readonly string[]
  amounts: ReadonlyMap<string, TypedAmount>
  /** The currencies that words name, as in “65 euros”. */
  named: ReadonlyMap<string, readonly string[]>
  /** Products whose notifications a word finds too. */
  products?: ReadonlyMap<string, readonly string[]>
  /** Words that are the last four digits of a card, as in “•••• 0000”. They match nothing else. */
  cards: ReadonlySet<string>
  /** Whole e-mail addresses in notifications: parts of longer ones are not looked for. */
  addresses: ReadonlySet<string>
  /** Whether personal values are shown. Otherwise only whole words of them are searched. */
  isPersonalShown: boolean
}

export async function parseSearch(context: ActorContext, q: string): Promise<NotificationSearch> {
  const all = wordsOf(withoutPhrases(withCardEnds(q)))
  const served = all.map(withoutSigns).filter(hasWords)
  const words = served.length > 0 ? served : all
  const [currencies, addresses] = await Promise.all([
    words.some((word) => /\d/.test(word)) ? currenciesOf(context) : [],
    addressesOf(context, words),
  ])
  return {
    q: words.join(' '),
    words,
    amounts: typedAmounts(context, words, currencies),
    named: namedCurrencies(words, currencies),
    cards: new Set(all.flatMap((word) => cardEndIn(word) ?? [])),
    addresses,
    isPersonalShown: may(context.actor, 'personal_data.read'),
  }
}

/** A day beside other words. Searches of payments keep to it ({@link dayNamed}); others have the newest first anyway. */
const days = /(?<=\S)\s+(?:yesterday|today)\b/giu

/** How people write the end of a card number: “card ends 0000”, “ends in 0000”, “•••• 0000”, “*0000”. */
const cardEnds =
  /(?:\b(?:card\s+(?:ends|ending)|(?:ends|ending)\s+(?:in|with))\s+(?:(?:in|with|on)\s+)?[^\p{L}\p{N}]{0,4}|[•*]+\s*)(?=\d{4}\b)/giu
const withCardEnds = (q: string): string => q.replace(cardEnds, ' ••••')
const cardEndIn = (word: string): string | undefined => /••••(\d{4})(?!\p{N})/u.exec(word)?.[1]

/** Words that people add to a name or an amount: “Kellr or so, card ends 0000, about 65, yesterday”. */
const phrases = [
  // Not only of a card: “Sale ends 2026” may be a product.
  /\b(?:ends|ending)\s+(?=\D?\d{4}\b)/giu,
  /\b(?:about|around|roughly|approximately|approx\.?|circa|ca\.?)\s+(?=\D?\d)/giu,
  /(?<=\S)\s+or so\b/giu,
  days,
]

const withoutPhrases = (q: string): string => phrases.reduce((left, phrase) => left.replace(phrase, ''), q)

/** The day (YYYY-MM-DD) that a search names beside other words, in the zone; null: none. */
export function dayNamed(q: string, zone: string): string | null {
  const word = q.match(days)?.at(-1)?.trim().toLowerCase()
  return word
    ? today(zone)
        .subtract({ days: word === 'yesterday' ? 1 : 0 })
        .toString()
    : null
}

/** Removes what people write around a word: quotation marks, brackets, commas, the dots of a masked card number. */
const withoutSigns = (word: string): string =>
  word.replaceAll(/^[\s"“”„«»'(<[~≈*•….,;:]+|[\s"“”„«»')>\]*•….,;:]+$/g, '')

/**
 * Matches notifications with every word of a search. Masked personal data matches whole words only, because parts would
 * reveal it letter by letter. `isSimilar`: similar names match, too.
 */
export function whereFound(asked: NotificationSearch, { isSimilar }: { isSimilar: boolean }): SQL {
  const words = asked.words.map((word) => whereWord(asked, word, isSimilar))
  const phone = phoneTermsOf(asked.q)
  const all = words.length > 0 ? (and(...words) as SQL) : sql`true`
  return phone.length === 0 ? all : sql`(${all} OR ${whereTerm(phone)})`
}

/** Returns whether the search has a word that may be a misspelt name. */
export const hasMisspellableWord = ({ words }: NotificationSearch): boolean =>
  words.some((word) => similarTerms(word).length > 0)

function whereWord(
  { isPersonalShown, amounts, named, cards, addresses, products }: NotificationSearch,
  word: string,
  isSimilar: boolean,
): SQL {
  if (addresses.has(word)) return whereTerm(emailTerms(word))
  if (cards.has(word)) return whereTerm(cardTerms(word))
  const texts = isPersonalShown
    ? [notifications.search, notifications.searchPersonal]
    : [notifications.search]
  const amount = amounts.get(word)
  const ofProducts = products?.get(word)
  const terms = [...exactTerms(word).map(({ term }) => term), ...(isSimilar ? similarTerms(word) : [])]
  const contains = containsOwnPart(texts, word) ?? containsWords(texts, word)
  const places = [
    // Too many other numbers begin with the digits of a short amount.
    amount && isShort(word)
      ? // Avoids the index, because the planner underestimates the matches.
        sql`(${contains} AND (${notifications.search} || '') ~ ${`\\m${literal(word)}\\M`})`
      : contains,
    ...(terms.length > 0 ? [whereTerm(terms)] : []),
    ...(amount ? [whereAmount(amount)] : []),
    ...(named.get(word) ?? []).map((currency) => sql`${notifications.currency} = ${currency}`),
    ...(ofProducts ? [sql`${notifications.productId} = ANY(${sql.param(ofProducts)}::text[])`] : []),
  ]
  return sql`(${sql.join(places, sql` OR `)})`
}

const literal = (word: string): string => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')

const whereTerm = (terms: readonly string[]): SQL =>
  sql`${notifications.searchTerms} && ${sql.param(terms)}::text[]`

/** A whole amount also matches amounts up to a twentieth more or less. */
const nearShare = 20

type Range = { least: number; most: number }
/** In minor units. */
type Reading = { exact: readonly number[]; near: Range | null }

/** Per currency that the shop was paid in. */
type TypedAmount = ReadonlyMap<string, Reading>

function typedAmounts(
  context: ShopContext,
  words: readonly string[],
  currencies: readonly string[],
): Map<string, TypedAmount> {
  const numbers = words.filter((word) => /\d/.test(word) && word.length <= 30)
  return new Map(
    numbers.flatMap((word) => {
      const readings = currencies.flatMap((currency) => {
        const reading = readingOf(word, {
          currency,
          exponent: minorUnitExponent(currency, context.shop.minorUnits),
        })
        return reading ? [[currency, reading] as const] : []
      })
      return readings.length > 0 ? [[word, new Map(readings)] as const] : []
    }),
  )
}

function readingOf(word: string, unit: { currency: string; exponent: number }): Reading | null {
  const exact = possibleAmounts(word, unit)
  const [only] = exact
  if (only === undefined) return null
  const isWhole = exact.length === 1 && only % 10 ** unit.exponent === 0 && !/\d[.,]\d{1,2}\D*$/.test(word)
  const margin = Math.floor(only / nearShare)
  return { exact, near: isWhole && margin > 0 ? { least: only - margin, most: only + margin } : null }
}

function namedCurrencies(words: readonly string[], currencies: readonly string[]): Map<string, string[]> {
  const named = words.map(
    (word) => [word, currencies.filter((currency) => isNameOf(word, currency))] as const,
  )
  return new Map(named.filter(([, found]) => found.length > 0))
}

/** Returns whether a word is the name of a currency, without its country: “euros”, “dollar”. */
function isNameOf(word: string, currency: string): boolean {
  if (!/^[A-Z]{3}$/.test(currency)) return false
  const format = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'name',
    maximumFractionDigits: 0,
  })
  const nameOf = (count: number) => format.formatToParts(count).find(({ type }) => type === 'currency')?.value
  return [1, 2].some(
    (count) =>
      fold(nameOf(count) ?? '')
        .split(' ')
        .at(-1) === word,
  )
}

/**
 * With an index on all parts of all texts, an address takes a hundred times as long as with the index on whole texts.
 */
async function addressesOf({ engine, shop }: ShopContext, words: readonly string[]): Promise<Set<string>> {
  const asked = words.filter((word) => emailTerms(word).length > 0)
  const known = await Promise.all(
    asked.map(async (word) => {
      const { rows } = await engine.db.execute(sql`SELECT 1 FROM ${notifications}
        WHERE ${whereTerm(emailTerms(word))} AND ${notifications.shopId} = ${shop.id} LIMIT 1`)
      return rows.length > 0 ? [word] : []
    }),
  )
  return new Set(known.flat())
}

async function currenciesOf({ engine, shop }: ShopContext): Promise<string[]> {
  const { rows } = await engine.db.execute<{ currency: string }>(currenciesNotified(shop.id))
  return rows.map(({ currency }) => currency)
}

function whereAmount(amount: TypedAmount): SQL {
  const places = [...amount].map(([currency, { exact, near }]) => {
    const values = exact.map((value) => sql`${notifications.amount} = ${value}`)
    const range = near && sql`${notifications.amount} BETWEEN ${near.least} AND ${near.most}`
    return sql`(${notifications.currency} = ${currency} AND (${sql.join([...values, ...(range ? [range] : [])], sql` OR `)}))`
  })
  return sql`(${sql.join(places, sql` OR `)})`
}

/** Returns whether an amount equals the typed one or is near it; null if neither. */
export function amountMatch(
  typed: TypedAmount,
  { amount, currency }: { amount: number | null; currency: string | null },
): 'amount' | 'near_amount' | null {
  const reading = amount === null || currency === null ? undefined : typed.get(currency)
  if (!reading || amount === null) return null
  if (reading.exact.includes(amount)) return 'amount'
  const { near } = reading
  return near && near.least <= amount && amount <= near.most ? 'near_amount' : null
}
