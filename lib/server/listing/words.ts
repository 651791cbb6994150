import 'server-only'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../../db/database'
import type { ShopContext } from '../context'
import { fold } from '../fold'
import type { Near } from '../search'
import { isLongWord, longestWord, nearBeginning, partsOf, twoSlipsFrom } from '../slips'
import { searchWords, type SearchedResource } from '../tables/words'
import type { Source } from './source'

/** The words of texts that may be mistyped. */
const wordsIn = (texts: string[]): string[] =>
  [...new Set(texts.flatMap((text) => fold(text).split(/[^\p{L}]+/u)))]
    .filter((word) => isLongWord(word) && word.length <= longestWord)
    .sort() // Whoever writes the same ones at the same time waits, and is not waited for.

/** Adds the words of these texts to those that are known to stand in what is searched in. */
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

/** Takes those words of texts that were blanked which now stand nowhere by themselves. */
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
  await byIndex(tx)
  await tx.execute(sql`
    DELETE FROM ${searchWords} w WHERE w.shop_id = ${shopId} AND w.resource = ${resource}
      AND w.word = ANY(${sql.param(words)}::text[]) AND NOT EXISTS (
        SELECT 1 FROM (
          SELECT shop_id, search FROM ${table} WHERE ${table.search} LIKE '%' || w.word || '%' OFFSET 0) having_it
        WHERE having_it.shop_id = w.shop_id
          AND having_it.search ~ ('(^|[^[:alpha:]])' || w.word || '([^[:alpha:]]|$)'))`)
  await tx.execute(sql`SET LOCAL enable_seqscan TO DEFAULT`)
}

/** So many words are looked at in one transaction, for which who writes may have to wait: some 10 ms each. */
const pageWords = 20

/** `hold` keeps those out who would write, meanwhile, what has a word that stands nowhere yet. */
type Swept = { db: Database; shopId: string; hold: (tx: Database, shopId: string) => Promise<unknown> }

/**
 * Forgets, of a shop's words from `after` on, those that stand nowhere any more: what was changed, or replaced here,
 * left them. Where it ended when time was up (`until`, by the monotonic clock), or null where it came to the end.
 */
export async function sweepWords(
  { db, shopId, hold }: Swept,
  learned: Learned,
  { after = '', until = Number.POSITIVE_INFINITY } = {},
): Promise<string | null> {
  const isHere = and(eq(searchWords.shopId, shopId), eq(searchWords.resource, learned.resource))
  for (let place = after; ;) {
    const page = await db
      .select({ word: searchWords.word })
      .from(searchWords)
      .where(and(isHere, gt(searchWords.word, place)))
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

/** A planner that knows no pattern thinks it common, and reads a table rather than ask its index. */
const byIndex = (tx: Database) => tx.execute(sql`SET LOCAL enable_seqscan = off`)

/** So many words are looked at, and so many conditions made of one. */
const [mostWords, mostBeginnings] = [500, 24]

/**
 * Looks up what a word of a query may have been meant to be: but for one slip at most, or where there is none, for two,
 * of which not all are found. Looked at is what shares a part with it (slips.ts): to ask for every slip there is takes up
 * to three times as long.
 */
export const nearWords =
  (context: ShopContext, resource: SearchedResource): Near =>
  async (word) => {
    const once = await beginningsOf(context, resource, word, 1)
    return once.length > 0 || word.length < twoSlipsFrom ? once : beginningsOf(context, resource, word, 2)
  }

async function beginningsOf(
  { engine, shop }: ShopContext,
  resource: SearchedResource,
  word: string,
  most: 1 | 2,
): Promise<string[]> {
  const parts = partsOf(word, most).map((part) => sql`${searchWords.word} LIKE ${part}`)
  const rows = await engine.db.transaction(async (tx) => {
    await byIndex(tx)
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
  const found = rows.flatMap(({ known }) => nearBeginning(word, known, most) ?? [])
  return [...new Set(found.sort((one, other) => one.slips - other.slips).map(({ text }) => text))].slice(
    0,
    mostBeginnings,
  )
}
