import 'server-only'
import { and, type SQL } from 'drizzle-orm'
import type { ShopContext } from '../context'
import { resemblances } from './resemblances'
import { containsAll, type Source } from './source'

/** One row would do, but a small limit makes the planner scan the table instead of the index. */
const probeRows = 20

type Searched = Omit<Source<object>, 'columns'>

/**
 * The condition for a search: rows that contain each word or, if there are none, similar rows. `alike` then names the
 * kind of similarity (resemblances.ts).
 */
export async function whereFound(
  context: ShopContext,
  source: Searched,
  { filtered, q }: { filtered: SQL; q: string },
): Promise<{ where: SQL; alike: string | null }> {
  const contains = and(filtered, containsAll(source, q)) as SQL
  if (await isAny(context, source, contains)) return { where: contains, alike: null }
  for await (const { resembles, name } of resemblances(context, source, q)) {
    const where = and(filtered, resembles) as SQL
    if (await isAny(context, source, where)) return { where, alike: name }
  }
  return { where: contains, alike: null }
}

async function isAny({ engine }: ShopContext, { table }: Searched, where: SQL): Promise<boolean> {
  const rows = await engine.db.select({ id: table.id }).from(table).where(where).limit(probeRows)
  return rows.length > 0
}
