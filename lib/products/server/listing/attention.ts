import 'server-only'
import { sql, type SQL } from 'drizzle-orm'
import { soonDays } from '../../schema'
import { type AttentionKind, lowStock } from '../../state'
import { whereState } from '../changing/settle'
import { indexed } from '../mirror/indexed'
import { products } from '../tables'

/**
 * Returns the condition for products that need attention at `now`, with the expressions of the list's indexes. Unlimited
 * stock and no expiry exceed every bound.
 */
export function whereAttention(kind: AttentionKind, now: Date): SQL {
  const at = (time: number) => sql`${new Date(time).toISOString()}::timestamptz`
  const [start, soon] = [at(now.valueOf()), at(now.valueOf() + soonDays * 86_400_000)]
  const payable = sql`NOT ${whereState('expired', now)}`
  const conditions: Record<AttentionKind, SQL> = {
    expiring: sql`(${products.immortal} IS NOT TRUE AND ${indexed.expiry} > ${start} AND ${indexed.expiry} <= ${soon})`,
    stock: sql`((${indexed.stock}) BETWEEN 0 AND ${sql.raw(String(lowStock))} AND ${payable})`,
    test: sql`(${products.test} IS TRUE AND ${payable})`,
  }
  return conditions[kind]
}
