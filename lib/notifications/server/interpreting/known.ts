import 'server-only'
import { sql } from 'drizzle-orm'
import { lockTokens } from '../../../checkouts/server/link'
import { trackingIdsIn } from '../../../checkouts/server/list'
import { identifyingKeys } from '../../../customers/server/merging/link'
import type { Database } from '../../../db/database'
import type { NotificationContent } from '../../../gateway/notifications/notification'
import { productId as productIdShape } from '../../../gateway/products/product'
import { belongsToAnonymised } from '../redaction/blank'
import type { Links } from '../linking/links'
import type { notifications } from '../tables'
import type { describeNotification } from './describe'

type Row = typeof notifications.$inferSelect

/** A notification that is read, and not written yet. */
export type Read = { row: Row; content: NotificationContent; said: ReturnType<typeof describeNotification> }

/** What the shop knows of several notifications, asked for all at once. Each answer may be “perhaps”, never a wrong no. */
export type Known = {
  /** One of their transactions belongs to an anonymised customer. */
  hasAnonymised: boolean
  hasEndpoints: boolean
  /** Whether a checkout, a parent that has links, or a product by its name may be found. */
  mayBeLinked: (read: Read) => boolean
  /** The product that a transaction names by its ID. */
  productOf: (content: NotificationContent) => Pick<Links, 'productId' | 'productLink'>
  isByHand: (row: Row, uid: string | null | undefined) => boolean
  hasChildren: (uid: string) => boolean
  /** Whether one of the keys is a customer's. */
  identifies: (keys: readonly string[]) => boolean
  /** As `findFirstDelivery` (describe.ts). */
  firstDeliveryOf: (row: Row, said: Read['said']) => string | null
}

export async function knownOf(tx: Database, shopId: string, turn: readonly Read[]): Promise<Known> {
  const uids = unique(turn.map(({ said }) => said.uid))
  const parents = unique(turn.map(({ said }) => said.parentUid))
  const tokens = unique(turn.map(({ said }) => said.paymentToken))
  await lockTokens(tx, shopId, tokens)
  const stored = await storedOf(tx, shopId, { uids, parents, tokens, turn })
  const keys = unique(turn.flatMap(({ said }) => said.keys ?? []))
  const identifying = new Set(await identifyingKeys(tx, shopId, keys))
  const earlier = new Map<string, Earlier[]>()
  for (const one of stored.earlier ?? []) earlier.set(one.uid, [...(earlier.get(one.uid) ?? []), one])
  const children = new Set([...(stored.children ?? []), ...parents])
  const tracking = new Set(stored.tracking)
  const linked = new Set(stored.linked)
  const ofCheckouts = new Set(stored.tokens)
  const names = new Set(stored.names)
  return {
    hasAnonymised: await belongsToAnonymised(tx, shopId, unique([...uids, ...parents])),
    hasEndpoints: stored.endpoints,
    mayBeLinked: (read) => {
      const { paymentToken, parentUid } = read.said
      if (paymentToken && ofCheckouts.has(paymentToken)) return true
      if (parentUid && linked.has(parentUid)) return true
      if (trackingIdsOf(read).some((id) => tracking.has(id))) return true
      const { content } = read
      const description = content.kind === 'transaction' ? content.transaction.description : null
      return !!description && names.has(description)
    },
    productOf,
    isByHand: (row, uid) =>
      row.checkoutLink === 'hand' ||
      row.productLink === 'hand' ||
      (!!uid && (earlier.get(uid) ?? []).some(({ hand }) => hand)),
    hasChildren: (uid) => children.has(uid),
    identifies: (some) => some.some((key) => identifying.has(key)),
    firstDeliveryOf: (row, said) => {
      const { uid, status } = said
      if (!uid || !status || row.authenticity === 'unverified' || row.hook === 'verification') return null
      return (earlier.get(uid) ?? []).find((other) => isSameDelivery(other, row, said))?.id ?? null
    },
  }
}

const isSameDelivery = (
  other: Earlier,
  { id, authenticity, hook }: Row,
  { status, type = null, amount = null, currency = null }: Read['said'],
): boolean =>
  !other.duplicate &&
  other.id !== id &&
  other.status === status &&
  other.type === type &&
  other.amount === amount &&
  other.currency === currency &&
  other.authenticity === authenticity &&
  other.hook === hook

function trackingIdsOf({ content, said }: Read): string[] {
  const transaction = content.kind === 'transaction' ? content.transaction : null
  return [said.trackingId, transaction?.tracking_id, transaction?.parent_transaction?.tracking_id].flatMap(
    trackingIdsIn,
  )
}

type Stored = {
  earlier: Earlier[] | null
  children: string[] | null
  /** Parents that have links to inherit. */
  linked: string[] | null
  /** Payment tokens of checkouts. */
  tokens: string[] | null
  tracking: string[] | null
  names: string[] | null
  endpoints: boolean
}

/** One statement for everything that has an index. */
async function storedOf(
  tx: Database,
  shopId: string,
  {
    uids,
    parents,
    tokens,
    turn,
  }: Record<'uids' | 'parents' | 'tokens', readonly string[]> & { turn: readonly Read[] },
): Promise<Stored> {
  const tracking = unique(turn.flatMap(trackingIdsOf))
  const names = unique(
    turn.map(({ content }) =>
      content.kind === 'transaction' ? content.transaction.description?.replaceAll('\0', '') : null,
    ),
  )
  const list = (texts: readonly string[]) => sql`${sql.param(texts)}::text[]`
  const { rows } = await tx.execute<Stored>(sql`
    SELECT
      (SELECT json_agg(t) FROM (
        SELECT n.id, n.uid, n.status, n.type, n.amount, n.currency, n.authenticity, n.hook,
          n.duplicate_of IS NOT NULL AS duplicate,
          (n.checkout_link = 'hand' OR n.product_link = 'hand') IS TRUE AS hand
        FROM notifications n WHERE n.shop_id = ${shopId} AND n.uid = ANY(${list(uids)})
        ORDER BY n.received_at, n.id) t) AS earlier,
      (SELECT json_agg(DISTINCT n.parent_uid) FROM notifications n
        WHERE n.shop_id = ${shopId} AND n.parent_uid = ANY(${list(uids)})) AS children,
      (SELECT json_agg(DISTINCT n.uid) FROM notifications n
        WHERE n.shop_id = ${shopId} AND n.uid = ANY(${list(parents)})
          AND (n.checkout_link IS NOT NULL OR n.product_link IS NOT NULL)) AS linked,
      (SELECT json_agg(c.token) FROM checkouts c
        WHERE c.shop_id = ${shopId} AND c.token = ANY(${list(tokens)})) AS tokens,
      (SELECT json_agg(DISTINCT one) FROM checkouts c, unnest(c.tracking_ids) one
        WHERE c.shop_id = ${shopId} AND c.tracking_ids && ${list(tracking)}) AS tracking,
      (SELECT json_agg(DISTINCT p.name) FROM products p
        WHERE p.shop_id = ${shopId}
          AND left(coalesce(p.name, ''), 200) COLLATE "und-x-icu" = ANY(${list(names.map(cut))})) AS names,
      EXISTS (SELECT 1 FROM forwarding_endpoints e
        WHERE e.shop_id = ${shopId} AND e.removed_at IS NULL) AS endpoints`)
  const [row] = rows
  if (!row) throw new Error('a statement without FROM has one row')
  return row
}

type Earlier = Pick<Row, 'id' | 'status' | 'type' | 'amount' | 'currency' | 'authenticity' | 'hook'> & {
  uid: string
  duplicate: boolean
  hand: boolean
}

const unique = (texts: readonly (string | null | undefined)[]): string[] => [
  ...new Set(texts.flatMap((text) => text || [])),
]

/** As `left(name, 200)`, which counts characters. */
const cut = (name: string): string => Array.from(name).slice(0, 200).join('')

function productOf(content: NotificationContent): Pick<Links, 'productId' | 'productLink'> {
  const named =
    content.kind === 'transaction'
      ? productIdShape.safeParse(content.transaction.additional_data?.product_id)
      : null
  return named?.success
    ? { productId: named.data, productLink: 'id' }
    : { productId: null, productLink: null }
}
