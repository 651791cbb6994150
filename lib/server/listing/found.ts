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
 * are none, those that are like them; `alike` then names in which way (resemblances.ts).
 */
export async function isFound(
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
