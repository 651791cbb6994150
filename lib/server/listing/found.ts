import 'server-only'
import { and, type SQL } from 'drizzle-orm'
import type { ShopContext } from '../context'
import { resemblances } from './resemblances'
import { containsAll, type Source } from './source'

/** Whether there is one, one row would tell; to find that, a planner reads a table through rather than ask an index. */
const probeRows = 20

type Searched = Omit<Source<object>, 'columns'>

/**
 * The condition for all that a search among some rows finds: those that contain each word, and, where there
 * are none, those that are like them, which then are `alike`.
 */
export async function isFound(
  context: ShopContext,
  source: Searched,
  { filtered, q }: { filtered: SQL; q: string },
): Promise<{ where: SQL; alike: boolean }> {
  const contains = and(filtered, containsAll(source, q)) as SQL
  if (await isAny(context, source, contains)) return { where: contains, alike: false }
  for await (const resembles of resemblances(context, source, q)) {
    const where = and(filtered, resembles) as SQL
    if (await isAny(context, source, where)) return { where, alike: true }
  }
  return { where: contains, alike: false }
}

async function isAny({ engine }: ShopContext, { table }: Searched, where: SQL): Promise<boolean> {
  const rows = await engine.db.select({ id: table.id }).from(table).where(where).limit(probeRows)
  return rows.length > 0
}
