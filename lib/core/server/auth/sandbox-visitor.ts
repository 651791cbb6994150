import 'server-only'
import { and, eq, isNull } from 'drizzle-orm'
import { engine } from '../../../db/engine'
import { installation } from '../tables/installation'
import { noteClosedPage } from '../pages/page-visit'
import { shops } from '../tables/shops'
import { withReturnAddress } from './access'
import { signedIn } from './actor'

/**
 * Whether the sender of this request may see the sandbox's payer pages. While a live shop is connected, people could
 * take them for real ones: then only people who are signed in, unless an administrator opened them.
 */
export async function mayVisit(): Promise<boolean> {
  const { db } = engine.get()
  const whereLive = and(eq(shops.mode, 'live'), isNull(shops.archivedAt), isNull(shops.deletedAt))
  const [live] = await db.select({ id: shops.id }).from(shops).where(whereLive).limit(1)
  if (!live) return true
  const [row] = await db
    .select({ isPublic: installation.isSandboxPublic })
    .from(installation)
    .where(eq(installation.id, 1))
  const isOpen = row?.isPublic === true || (await signedIn()) !== null
  if (!isOpen) await noteClosedPage(() => withReturnAddress('/sign-in'))
  return isOpen
}
