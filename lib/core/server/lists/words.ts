import 'server-only'
import { and, eq, gt, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import type { ShopContext } from '../context'
import { fold } from '../search/fold'
import { type Near, resemblesWords } from '../search/search'
import {
  isLongWord,
  maxWordLength,
  closestPrefix,
  patternsWithin,
  minLengthForTwoEdits,
} from '../search/similar-words'
import { searchWords, type SearchedResource } from '../tables/mirrors'
import { textOf, type Source } from './source'

/** The words in which typing errors can be recognised. */
const wordsIn = (texts: string[]): string[] =>
  [...new Set(texts.flatMap((text) => fold(text).split(/[^\p{L}]+/u)))]
    .filter((word) => isLongWord(word) && word.length <= maxWordLength)
    .sort() // Sorted, so that concurrent writers do not deadlock.

export async function learnWords(
  db: Database,
  shopId: string,
  resource: SearchedResource,
  texts: string[],
): Promise<void> {
  const words = wordsIn(texts)
  if (words.length === 0) return
  await db.execute(sql`
    INSERT INTO ${searchWords} (shop_id, resource, word)
    SELECT ${shopId}, ${resource}, word FROM unnest(${sql.param(words)}::text[]) word ON CONFLICT DO NOTHING`)
}

type Learned = Pick<Source<object>, 'resource' | 'table'>

/** Deletes the known words of anonymised texts that no row has any more. */
export async function forgetWords(
  tx: Database,
  shopId: string,
  learned: Learned,
  texts: string[],
): Promise<void> {
  const words = wordsIn(texts)
  if (words.length > 0) await forgetOf(tx, shopId, learned, words)
}

async function forgetOf(
  tx: Database,
  shopId: string,
  { resource, table }: Learned,
  words: string[],
): Promise<void> {
  await forceIndexScan(tx)
  await tx.execute(sql`
    DELETE FROM ${searchWords} w WHERE w.shop_id = ${shopId} AND w.resource = ${resource}
      AND w.word = ANY(${sql.param(words)}::text[]) AND NOT EXISTS (
        SELECT 1 FROM (
          SELECT shop_id, search FROM ${table} WHERE ${table.search} LIKE '%' || w.word || '%' OFFSET 0) having_it
        WHERE having_it.shop_id = w.shop_id
          AND having_it.search ~ ('(^|[^[:alpha:]])' || w.word || '([^[:alpha:]]|$)'))`)
  await tx.execute(sql`SET LOCAL enable_seqscan TO DEFAULT`)
}

/** Words per transaction. Writers may have to wait for it: about 10 ms per word. */
const pageWords = 20

/** `hold` blocks concurrent writers, who might add a word that is about to be deleted. */
type Swept = { db: Database; shopId: string; hold: (tx: Database, shopId: string) => Promise<unknown> }

/**
 * Deletes a shop's known words after `after` that no row has any more. Returns the last word when time is up
 * (`until`, monotonic clock), or null at the end.
 */
export async function sweepWords(
  { db, shopId, hold }: Swept,
  learned: Learned,
  { after = '', until = Number.POSITIVE_INFINITY } = {},
): Promise<string | null> {
  const whereList = and(eq(searchWords.shopId, shopId), eq(searchWords.resource, learned.resource))
  for (let place = after; ;) {
    const page = await db
      .select({ word: searchWords.word })
      .from(searchWords)
      .where(and(whereList, gt(searchWords.word, place)))
      .orderBy(searchWords.word)
      .limit(pageWords)
    const words = page.map(({ word }) => word)
    if (words.length > 0)
      await db.transaction(async (tx) => {
        await hold(tx, shopId)
        await forgetOf(tx, shopId, learned, words)
      })
    const last = words.at(-1)
    if (last === undefined || words.length < pageWords) return null
    if (performance.now() > until) return last
    place = last
  }
}

/** The planner overestimates matches of an unknown pattern, and would scan the table. */
const forceIndexScan = (tx: Database) => tx.execute(sql`SET LOCAL enable_seqscan = off`)

/** Limits for the known words read and the prefixes returned. */
const [mostWords, maxPrefixes] = [500, 24]

/**
 * Looks up known words that a typed word may be intended as: within one edit, or else two (some of these are missed).
 * Candidates share a part with it (similar-words.ts): testing every possible edit takes up to three times as long.
 */
export const nearWords =
  (context: ShopContext, resource: SearchedResource): Near =>
  async (word) => {
    const once = await beginningsOf(context, resource, word, 1)
    return once.length > 0 || word.length < minLengthForTwoEdits
      ? once
      : beginningsOf(context, resource, word, 2)
  }

async function beginningsOf(
  { engine, shop }: ShopContext,
  resource: SearchedResource,
  word: string,
  most: 1 | 2,
): Promise<string[]> {
  const parts = patternsWithin(word, most).map((part) => sql`${searchWords.word} LIKE ${part}`)
  const rows = await engine.db.transaction(async (tx) => {
    await forceIndexScan(tx)
    return tx
      .select({ known: searchWords.word })
      .from(searchWords)
      .where(
        and(
          eq(searchWords.shopId, shop.id),
          eq(searchWords.resource, resource),
          sql`(${sql.join(parts, sql` OR `)})`,
        ),
      )
      .orderBy(sql`similarity(${searchWords.word}, ${word}) DESC`, searchWords.word)
      .limit(mostWords)
  })
  const found = rows.flatMap(({ known }) => closestPrefix(word, known, most) ?? [])
  return [
    ...new Set(found.sort((one, other) => one.distance - other.distance).map(({ text }) => text)),
  ].slice(0, maxPrefixes)
}

type Searched = Omit<Source<object>, 'columns'>

/** `name` identifies the kind, for the count of its rows. */
type Resemblance = { resembles: SQL; name: string }

/** The kinds of similarity to try in turn if no row contains the whole query. */
export async function* resemblances(
  context: ShopContext,
  source: Searched,
  q: string,
): AsyncGenerator<Resemblance> {
  const { resource, resembles = wordsOnly(source) } = source
  let at = 0
  for await (const one of resembles(q, nearWords(context, resource))) {
    at += 1
    if (one) yield { resembles: one, name: `alike ${at}` }
  }
}

const wordsOnly = (source: Searched) =>
  async function* (q: string, near: Near) {
    yield await resemblesWords(textOf(source), q, near)
  }
