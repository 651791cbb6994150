import 'server-only'
import { and, desc, eq, ne, or } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { notifications } from './tables'
import { linkColumns, type Links } from './find-links'

type Row = typeof notifications.$inferSelect

/** What a person said a notification is about, or is not (link.ts): of it, else of another of its transaction. */
export async function linkedByHand(
  tx: Database,
  row: Row,
  uid: string | null | undefined,
): Promise<Partial<Links>> {
  if (row.authenticity === 'unverified') return {}
  const others = uid ? await othersByHand(tx, row, uid) : []
  const checkout = [row, ...others].find(({ checkoutLink }) => checkoutLink === 'hand')
  const product = [row, ...others].find(({ productLink }) => productLink === 'hand')
  return {
    ...(checkout ? { checkoutId: checkout.checkoutId, checkoutLink: 'hand' } : {}),
    ...(product ? { productId: product.productId, productLink: 'hand' } : {}),
  }
}

const othersByHand = (tx: Database, { shopId, id }: Row, uid: string): Promise<Links[]> =>
  tx
    .select(linkColumns)
    .from(notifications)
    .where(
      and(
        eq(notifications.shopId, shopId),
        eq(notifications.uid, uid),
        ne(notifications.id, id),
        ne(notifications.authenticity, 'unverified'),
        or(eq(notifications.checkoutLink, 'hand'), eq(notifications.productLink, 'hand')),
      ),
    )
    .orderBy(desc(notifications.receivedAt))
    .limit(10)
