import 'server-only'
import { eq } from 'drizzle-orm'
import { shops } from '@/lib/core/server/tables/shops'
import type { Database } from '@/lib/db/database'

/** For tests: the version of a shop's settings, which every change of them carries. */
export async function settingsVersion(db: Database, shopId = 'sandbox'): Promise<number> {
  const [row] = await db.select({ version: shops.version }).from(shops).where(eq(shops.id, shopId))
  if (!row) throw new Error(`no shop ${shopId}`)
  return row.version
}
