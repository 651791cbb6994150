import 'server-only'
import { and, eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../db/database'
import type { Actor, Shop } from '../context'
import { activity } from '../tables/requests'
import { logAccess } from './access'

type Entry = { action: string; subject?: string; detail?: Record<string, unknown> }

type Recorded = {
  shop: Pick<Shop, 'id'>
  actor: (Pick<Actor, 'userId'> & Partial<Pick<Actor, 'email' | 'address' | 'apiToken'>>) | null
}

/** Actions that reveal secrets or personal data, or change permissions or a shop's keys, are logged too. */
const isAccess = (action: string): boolean =>
  action.endsWith('.revealed') || /^(person|shop|api_token)\./.test(action)

/**
 * Records who did what, and returns the entry's ID. Call it in the transaction of the change. `detail` must hold no
 * secrets and no personal data.
 */
export async function recordActivity(tx: Database, recorded: Recorded, entry: Entry): Promise<string> {
  const { shop, actor } = recorded
  const [id = ''] = await recordActivities(tx, recorded, [entry])
  if (isAccess(entry.action))
    logAccess({
      action: entry.action,
      account: actor?.email ?? null,
      userId: actor?.userId ?? null,
      address: actor?.address ?? null,
      shopId: shop.id,
      subject: entry.subject,
    })
  return id
}

/** Records many entries and returns their IDs. Does not log them, so not for access actions. */
export async function recordActivities(
  tx: Database,
  { shop, actor }: Recorded,
  entries: readonly Entry[],
): Promise<string[]> {
  const rows = entries.map((entry) => ({
    shopId: shop.id,
    id: uuidv7(),
    actorId: actor?.userId ?? null,
    ...entry,
    ...(actor?.apiToken && { detail: { ...entry.detail, api_token: actor.apiToken } }),
  }))
  if (rows.length > 0) await tx.insert(activity).values(rows)
  return rows.map(({ id }) => id)
}

/** Adds to the detail of an entry that was recorded when long work began. */
export async function completeActivity(
  tx: Database,
  { shop }: { shop: Pick<Shop, 'id'> },
  { id, detail }: { id: string; detail: Record<string, unknown> },
): Promise<void> {
  await tx
    .update(activity)
    .set({ detail: sql`${activity.detail} || ${JSON.stringify(detail)}::jsonb` })
    .where(and(eq(activity.shopId, shop.id), eq(activity.id, id)))
}
