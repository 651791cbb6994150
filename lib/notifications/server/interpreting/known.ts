import 'server-only'
import { sql } from 'drizzle-orm'
import { groupBy } from '../../../core/group-by'
import type { Database } from '../../../db/database'
import type { NotificationContent } from '../../../gateway/notifications/notification'
import { sentAmount } from '../../../gateway/notifications/sent-amount'
import { anonymisedAmong } from '../redaction/anonymise'
import type { NotificationRow } from '../tables'
import type { describeNotification } from './describe'

/** A notification that was read, but not written yet. `stated`: what the body says, by column. */
export type Read = {
  row: NotificationRow
  content: NotificationContent
  stated: ReturnType<typeof describeNotification>
}

/** What the shop knows about several notifications, queried all at once. */
type Known = {
  /** Whether its transaction, or the one that it refers to, belongs to an anonymised customer. */
  isAnonymised: (read: Read) => boolean
  /** Whether notifications refer to the transaction, or may. */
  hasChildren: (uid: string) => boolean
  /**
   * Returns the ID of the first notification that reports the same: same transaction, type, status, amount, currency
   * and evidence. The bodies may differ. Returns null if no earlier one exists. Unverified notifications always get null,
   * because anyone could have sent the first one; so do verification requests, because each has its own answer.
   */
  firstDeliveryOf: (read: Read) => string | null
}

/** Requires the ledger lock (lib/payments/server/ledger/ledger.ts). */
export async function knownOf(tx: Database, shopId: string, all: readonly Read[]): Promise<Known> {
  const uids = unique(all.map(({ stated }) => stated.uid))
  const parents = unique(all.map(({ stated }) => stated.parentUid))
  // Without an amount that can be added up: their amounts are compared as they were sent.
  const odd = unique(
    all.flatMap(({ row, stated }) =>
      stated.amount === undefined || stated.amount === null
        ? row.authenticity === 'unverified'
          ? []
          : stated.uid
        : [],
    ),
  )
  const given = sql`unnest(${sql.param(uids)}::text[]) given (uid)`
  // `OFFSET 0`: without table statistics, a planner walks all notifications of the shop instead.
  const { rows } = await tx.execute<{ earlier: Earlier[] | null; children: string[] | null }>(sql`
    SELECT
      (SELECT json_agg(t) FROM (
        SELECT n.id, n.uid, n.status, n.type, n.amount, n.currency, n.authenticity, n.hook,
          CASE WHEN n.amount IS NULL AND n.authenticity <> 'unverified' AND n.uid = ANY(${sql.param(odd)}::text[])
            THEN encode(n.body, 'base64') END AS body FROM ${given}, LATERAL (
          SELECT * FROM notifications WHERE shop_id = ${shopId} AND uid = given.uid AND duplicate_of IS NULL OFFSET 0) n
        ORDER BY n.received_at, n.id) t) AS earlier,
      (SELECT json_agg(given.uid) FROM ${given} WHERE EXISTS (
        SELECT 1 FROM notifications WHERE shop_id = ${shopId} AND parent_uid = given.uid OFFSET 0)) AS children`)
  const earlier = groupBy(rows[0]?.earlier ?? [], ({ uid }) => uid)
  const children = new Set([...(rows[0]?.children ?? []), ...parents])
  const anonymised = await anonymisedAmong(tx, shopId, unique([...uids, ...parents]))
  return {
    isAnonymised: ({ stated }) => [stated.uid, stated.parentUid].some((uid) => !!uid && anonymised.has(uid)),
    hasChildren: (uid) => children.has(uid),
    firstDeliveryOf: ({ row, stated }) => {
      const { uid, status } = stated
      if (!uid || !status || row.authenticity === 'unverified' || row.hook === 'verification') return null
      return earlier.get(uid)?.find((other) => isSameDelivery(other, row, stated))?.id ?? null
    },
  }
}

type Earlier = Pick<
  NotificationRow,
  'id' | 'status' | 'type' | 'amount' | 'currency' | 'authenticity' | 'hook'
> & {
  uid: string
  /** In Base64, where the amount is not a number that can be added up. */
  body: string | null
}

const isSameDelivery = (
  other: Earlier,
  { id, authenticity, hook, body }: NotificationRow,
  { status, type = null, amount = null, currency = null }: Read['stated'],
): boolean =>
  other.id !== id &&
  other.status === status &&
  other.type === type &&
  other.amount === amount &&
  // If no number can hold the amounts, their digits are compared.
  (other.body === null || sentAmount(Buffer.from(other.body, 'base64')) === sentAmount(body)) &&
  other.currency === currency &&
  other.authenticity === authenticity &&
  other.hook === hook

const unique = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => text || [])),
]
