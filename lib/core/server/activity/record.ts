import 'server-only'
import { v7 as uuidv7 } from 'uuid'
import type { Database } from '../../../db/database'
import type { ActivityKind } from '../../activity'
import type { Actor, Shop } from '../context'
import { activity } from '../tables/requests'
import { logAccess } from './access'

type Entry = { action: ActivityKind; subject?: string; detail?: Record<string, unknown> }

type Recorded = {
  /** Null: the whole installation. */
  shop: Pick<Shop, 'id'> | null
  actor: (Pick<Actor, 'userId'> & Partial<Pick<Actor, 'email' | 'address' | 'apiToken'>>) | null
}

/** Actions that reveal secrets or personal data, or change permissions or a shop's keys, are logged too. */
const isAccess = (action: ActivityKind): boolean =>
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
      shopId: shop?.id,
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
    shopId: shop?.id ?? null,
    id: uuidv7(),
    actorId: actor?.userId ?? null,
    address: actor?.address ?? null,
    ...entry,
    ...(actor?.apiToken && { detail: { ...entry.detail, api_token: actor.apiToken } }),
  }))
  if (rows.length > 0) await tx.insert(activity).values(rows)
  return rows.map(({ id }) => id)
}
