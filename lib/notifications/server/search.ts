import 'server-only'
import { and, sql, type SQL } from 'drizzle-orm'
import { may } from '../../core/permissions'
import type { ActorContext } from '../../core/server/context'
import { isShort, wordsOf } from '../../core/server/search/fold'
import { containsOwnPart, containsWords, hasWords } from '../../core/server/search/search'
import { notifications } from './tables'
import { exactTerms, phoneTermsOf, similarTerms } from './search-terms'
import { hasAmount, type TypedAmount, typedAmounts } from './typed-amounts'

/** What somebody searches notifications for. */
export type Asked = {
  q: string
  words: readonly string[]
  amounts: ReadonlyMap<string, TypedAmount>
  /** Whether parts of what is personal are searched too; otherwise whole words of it only. */
  personal: boolean
}

export async function askedOf(context: ActorContext, q: string): Promise<Asked> {
  const all = wordsOf(q)
  const served = all.filter(hasWords)
  const words = served.length > 0 ? served : all
  return {
    q,
    words,
    amounts: await typedAmounts(context, words),
    personal: may(context.actor.role, 'personal_data.read'),
  }
}

/**
 * Notifications that have every word of a search. People who see personal data masked find it by whole words only: a search
 * for parts would tell, letter by letter, what is masked. `similar`: names that are only like a word count too.
 */
export function whereFound(asked: Asked, { similar }: { similar: boolean }): SQL {
  const words = asked.words.map((word) => hasWord(asked, word, similar))
  const phone = phoneTermsOf(asked.q)
  const all = words.length > 0 ? (and(...words) as SQL) : sql`true`
  return phone.length === 0 ? all : sql`(${all} OR ${hasTerm(phone)})`
}

/** Whether a search has a word that may be a misspelt name. */
export const mayResemble = ({ words }: Asked): boolean => words.some((word) => similarTerms(word).length > 0)

function hasWord({ personal, amounts }: Asked, word: string, similar: boolean): SQL {
  const texts = personal ? [notifications.search, notifications.searchPersonal] : [notifications.search]
  const amount = amounts.get(word)
  const terms = [...exactTerms(word).map(({ term }) => term), ...(similar ? similarTerms(word) : [])]
  const contains = containsOwnPart(texts, word) ?? containsWords(texts, word)
  const places = [
    // The digits of a short amount begin too many other numbers.
    amount && isShort(word)
      ? sql`(${contains} AND ${notifications.search} ~ ${`\\m${literal(word)}\\M`})`
      : contains,
    ...(terms.length > 0 ? [hasTerm(terms)] : []),
    ...(amount ? [hasAmount(amount)] : []),
  ]
  return sql`(${sql.join(places, sql` OR `)})`
}

const literal = (word: string): string => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')

const hasTerm = (terms: readonly string[]): SQL =>
  sql`${notifications.searchTerms} && ${sql.param(terms)}::text[]`
