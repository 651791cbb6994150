import 'server-only'
import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { linkedAhead, type LinkedTransaction } from '../../../payments/server/ledger/related'

const linkKinds = ['checkout', 'product'] as const
type LinkKind = (typeof linkKinds)[number]

/**
 * Moves what a person linked through a transaction to the payment that it refers to, which is reported only now: the
 * transaction then follows its payment. Returns the former links by the payment's UID. Requires the ledger lock.
 * @param kinds the links to move
 */
export async function takeLinksAhead(
  tx: Database,
  shopId: string,
  uids: readonly string[],
  kinds: readonly LinkKind[] = linkKinds,
): Promise<ReadonlyMap<string, readonly LinkedTransaction[]>> {
  const found = await linkedAhead(tx, shopId, uids)
  if (found.size === 0) return found
  const all = [...found.values()]
  const holdersOf = (kind: LinkKind) =>
    kinds.includes(kind)
      ? all.flatMap((some) => some.find((one) => one[`${kind}Link`] === 'hand')?.uid ?? [])
      : []
  await tx.execute(sql`
    UPDATE customer_links l SET matched_by = 'parent' FROM notifications n JOIN checkouts k
      ON k.shop_id = n.shop_id AND k.id = n.checkout_id
    WHERE n.shop_id = ${shopId} AND n.uid = ANY(${sql.param(holdersOf('checkout'))}::text[]) AND n.checkout_link = 'hand'
      AND l.shop_id = n.shop_id AND l.notification_id = n.id AND l.customer_id = k.customer_id
      AND l.matched_by = 'hand'`)
  for (const table of ['notifications', 'transaction_states'])
    for (const kind of kinds)
      // prettier-ignore
      await tx.execute(sql`
        UPDATE ${sql.identifier(table)}
        SET ${sql.raw(`${kind}_link = CASE WHEN ${kind}_id IS NULL THEN NULL ELSE 'parent' END`)}
        WHERE shop_id = ${shopId} AND uid = ANY(${sql.param(holdersOf(kind))}::text[]) AND ${sql.raw(`${kind}_link = 'hand'`)}`)
  return found
}
