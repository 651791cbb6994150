import 'server-only'
import { and, not, or, type SQL } from 'drizzle-orm'
import { relevance } from '../../lists/paging'
import type { ShopContext } from '../context'
import { readPage, type Keyset } from './keyset'
import { countRows, type Listed } from './total'
import { listRanked, withSearchSlot } from './ranked'
import { type Source, containsAll } from './source'
import { resemblances } from './words'

type Query = {
  /** Filter without the search. */
  filtered: SQL
  q?: string
  /** Also similar rows, although others match. */
  similar?: 'include'
  /** By relevance if there is a search, else by `order`. */
  sort: string
  order: Keyset
  cursor?: string
  limit: number
  /** Identifies the count, with its shop (total.ts). */
  key: string
}

/** A page of a mirror's rows, sorted by a column or by relevance. */
export async function listRows<Row extends object>(
  context: ShopContext,
  source: Source<Row>,
  query: Query,
): Promise<Listed<Row>> {
  const { filtered, q } = query
  if (!q)
    return { ...(await listSorted(context, source, { ...query, where: filtered })), alike: false, best: null }
  return withSearchSlot(context.signal, async () => {
    if (query.sort === relevance) return listRanked(context, source, { ...query, q })
    const { where, alike } = await whereFound(context, source, { filtered, q, similar: query.similar })
    const key = alike === null ? query.key : `${query.key} ${alike}`
    return {
      ...(await listSorted(context, source, { ...query, where, key })),
      alike: alike !== null,
      best: null,
    }
  })
}

async function listSorted<Row extends object>(
  { engine }: ShopContext,
  source: Source<Row>,
  query: Query & { where: SQL },
): Promise<Omit<Listed<Row>, 'alike' | 'best'>> {
  const [page, total] = await Promise.all([
    readPage(engine.db, source, query),
    countRows(engine.db, source.table, query.where, query),
  ])
  return { ...page, ...total }
}

/** One row would be enough, but a small limit makes the planner scan the table instead of the index. */
const probeRows = 20

type Searched = Omit<Source<object>, 'columns'>

/**
 * The condition for a search: rows that contain each word or, if there are none or if `similar`, similar rows too.
 * `alike` then names the kind of similarity (words.ts).
 */
export async function whereFound(
  context: ShopContext,
  source: Searched,
  { filtered, q, similar }: { filtered: SQL; q: string; similar?: 'include' },
): Promise<{ where: SQL; alike: string | null }> {
  const containing = containsAll(source, q)
  const contains = and(filtered, containing) as SQL
  if (!similar && (await isAny(context, source, contains))) return { where: contains, alike: null }
  for await (const { resembles, name } of resemblances(context, source, q)) {
    const more = and(filtered, resembles, similar ? not(containing) : undefined) as SQL
    if (!(await isAny(context, source, more))) continue
    return { where: similar ? (and(filtered, or(containing, resembles)) as SQL) : more, alike: name }
  }
  return { where: contains, alike: null }
}

async function isAny({ engine }: ShopContext, { table }: Searched, where: SQL): Promise<boolean> {
  const rows = await engine.db.select({ id: table.id }).from(table).where(where).limit(probeRows)
  return rows.length > 0
}
