import 'server-only'
import { and, eq, getTableColumns, isNull, sql, inArray } from 'drizzle-orm'
import type { Shop, ShopContext } from '../../../core/server/context'
import { recordset } from '../../../core/server/sql'
import { linkNotifications } from '../../../customers/server/merging/link'
import type { Database } from '../../../db/database'
import { queueForwards } from '../../../forwarding/server/queue'
import { readNotification, type NotificationContent } from '../../../gateway/notifications/notification'
import { recordTransactions, lockLedger } from '../../../payments/server/ledger/ledger'
import { stateOf } from '../../../payments/server/ledger/transaction'
import { findLinks, noLinks } from '../linking/links'
import { anonymisedLate, anonymisedTokens } from '../redaction/anonymise'
import { notifications, type NotificationRow } from '../tables'
import { apply, type Applied, type Described, type How } from './apply'
import { describeNotification, describeVerification } from './describe'
import { knownOf, type Read } from './known'

/** What processing found. `endpoints`: those to forward to (lib/forwarding/server/queue.ts). */
export type WorkedOut = Applied & Record<'ids' | 'endpoints', string[]>

type Context = Pick<ShopContext, 'engine'> & { shop: Pick<Shop, 'id'> }
/** A verification request is no evidence of the payment's outcome. */
const changesSomething = (row: Pick<NotificationRow, 'authenticity' | 'hook'>): boolean =>
  row.authenticity !== 'unverified' && row.hook !== 'verification'

/**
 * Processes stored notifications: reads them and finds their links and customers, with a few statements for all of
 * them. Those that depend on each other come in turns, so the result is the same as one by one. For those of an earlier
 * release, finds only the customers. Locks the ledger and the rows (`lockAndRead`). Quarantined ones are only
 * described, so that a person can judge them. Requires the matching lock (lib/customers/server/merging/link.ts).
 */
export async function workOut(
  tx: Database,
  context: Context,
  ids: readonly string[],
  how: How = {},
): Promise<WorkedOut> {
  const { shop } = context
  const found = await lockAndRead(tx, shop.id, ids)
  const rows = found.map(({ row }) => row)
  const unkeyed = rows.filter(
    ({ anonymisationId, processedAt, keys }) =>
      anonymisationId === null && processedAt !== null && keys === null,
  )
  const done: WorkedOut = {
    ids: rows.map(({ id }) => id),
    payers: await keyEarlier(tx, shop, unkeyed),
    productIds: [],
    checkoutIds: [],
    cardTokenIds: [],
    endpoints: [],
    followers: [],
  }
  let left = found.flatMap(({ read }) => read ?? [])
  while (left.length > 0) {
    const turn = nextTurn(left)
    const described = await describeAll(tx, shop.id, turn)
    const applied = await apply(
      tx,
      context,
      described.filter(({ row }) => changesSomething(row)),
      how,
    )
    for (const name of ['payers', 'productIds', 'checkoutIds', 'cardTokenIds', 'followers'] as const)
      done[name].push(...applied[name])
    done.endpoints.push(...(await forward(tx, shop.id, described)))
    const taken = new Set<Read>(turn)
    left = left.filter((one) => !taken.has(one))
  }
  return done
}

/** The first of each transaction whose parent is not in the same turn. At least one, even where they form a circle. */
function nextTurn(left: readonly Read[]): Read[] {
  const firsts = new Map<string, Read>()
  const unnamed: Read[] = []
  for (const one of left) {
    const { uid } = one.stated
    if (!uid) unnamed.push(one)
    else if (!firsts.has(uid)) firsts.set(uid, one)
  }
  const free = [...firsts.values()].filter(({ stated }) => !stated.parentUid || !firsts.has(stated.parentUid))
  const turn = [...unnamed, ...free]
  return turn.length > 0 ? turn : left.slice(0, 1)
}

async function describeAll(tx: Database, shopId: string, turn: readonly Read[]): Promise<Described[]> {
  const known = await knownOf(tx, shopId, turn)
  const links = await findLinks(tx, shopId, turn)
  const expiredToken = ({ content, stated }: Read): string =>
    content.kind === 'expired_checkout' ? (stated.paymentToken ?? '') : ''
  const anonymised = await anonymisedTokens(tx, shopId, turn.map(expiredToken).filter(Boolean))
  const described = turn.map((one) => {
    const { row, content, stated } = one
    const isOfAnonymised = anonymised.has(expiredToken(one)) || known.isAnonymised(one)
    // Anonymising removes the card, too.
    const isAnonymised = isOfAnonymised && content.kind !== 'unreadable'
    // Of a verification request that is not wrapped, the body alone says less.
    const shown = isAnonymised ? { ...stated, ...anonymisedLate(content.json) } : stated
    const found = {
      ...shown,
      // If it was anonymised before it could be processed, its keys are empty and stay so.
      keys: row.keys ?? shown.keys ?? [],
      kind: stated.kind ?? content.kind,
      ...(links.get(row.id) ?? noLinks),
      duplicateOf: known.firstDeliveryOf(one),
      processedAt: new Date(),
    }
    return { row, content, found, isAnonymised, hasChildren: !!stated.uid && known.hasChildren(stated.uid) }
  })
  const written = described.map(({ row: { id }, found }) => ({ shopId, id, ...found }))
  await tx.execute(sql`
    UPDATE notifications n SET ${assignments}, body = coalesce(given.body, n.body),
      card_tokens_sealed = CASE WHEN given.body IS NULL THEN n.card_tokens_sealed END,
      headers = CASE WHEN given.body IS NULL THEN n.headers ELSE n.headers - 'content-signature' END
    FROM ${recordset(notifications, written)} given WHERE n.shop_id = given.shop_id AND n.id = given.id`)
  return described
}

const columns = getTableColumns(notifications)
const assignments = sql.raw(
  ([
      'kind', 'uid', 'parentUid', 'status', 'type', 'message', 'amount', 'currency', 'description', 'trackingId', 'email',
      'cardBrand', 'cardLast4', 'test', 'transactionAt', 'paymentToken', 'keys', 'search', 'searchPersonal', 'searchTerms',
      'checkoutId', 'checkoutLink', 'productId', 'productLink', 'duplicateOf', 'processedAt',
    ] as const) // prettier-ignore
    .map((name) => `${columns[name].name} = given.${columns[name].name}`)
    .join(', '),
)

async function forward(tx: Database, shopId: string, described: readonly Described[]): Promise<string[]> {
  return queueForwards(
    tx,
    shopId,
    described.map(({ row, found }) => ({ ...row, ...found })),
  )
}

/** Matches notifications of an earlier release, which did not extract the keys. Returns the customers. */
async function keyEarlier(
  tx: Database,
  shop: Context['shop'],
  rows: readonly NotificationRow[],
): Promise<string[]> {
  const keyed: (NotificationRow & { content: NotificationContent; keys: string[] })[] = []
  for (const row of rows) {
    const content = readNotification(row.body)
    keyed.push({ ...row, content, keys: describeNotification(content).keys ?? [] })
  }
  for (const { id, keys } of keyed) await writeKeys(tx, shop.id, id, keys)
  const believed = keyed.filter(changesSomething)
  await recordTransactions(
    tx,
    shop,
    believed.map(({ content, ...row }) => stateOf(row, content)),
  )
  return linkNotifications(tx, shop.id, believed)
}

/** Extracts only the customer keys, if they are missing. Cannot fail. Requires the matching lock, too. */
export async function workOutKeys(tx: Database, shopId: string, id: string): Promise<void> {
  const mine = and(eq(notifications.shopId, shopId), eq(notifications.id, id), isNull(notifications.keys))
  const [row] = await tx.select({ body: notifications.body }).from(notifications).where(mine).for('update')
  if (row) await writeKeys(tx, shopId, id, describeNotification(readNotification(row.body)).keys ?? [])
}

const writeKeys = (tx: Database, shopId: string, id: string, keys: string[]) =>
  tx
    .update(notifications)
    .set({ keys })
    .where(and(eq(notifications.shopId, shopId), eq(notifications.id, id)))

/** `read`: null if it must not be processed now. */
type Found = { row: Read['row']; read: Read | null }

/** Differs after each change of a row. */
const version = sql<string>`xmin::text`

/**
 * Locks the shop's ledger and these notifications, and reads them, in the order of their IDs. Reading takes long and comes
 * before the locks, so that others work meanwhile. What another process changed until then, or anonymised, is read again.
 */
async function lockAndRead(tx: Database, shopId: string, ids: readonly string[]): Promise<Found[]> {
  const early = await readThese(tx, shopId, ids)
  await lockLedger(tx, shopId)
  const locked = await tx
    .select({ id: notifications.id, version })
    .from(notifications)
    .where(whereThese(shopId, ids))
    .orderBy(notifications.id)
    .for('update')
  const changed = locked.filter((one) => early.get(one.id)?.version !== one.version)
  const late = await readThese(
    tx,
    shopId,
    changed.map(({ id }) => id),
  )
  return locked.flatMap(({ id }) => late.get(id) ?? early.get(id) ?? [])
}

async function readThese(tx: Database, shopId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Found & { version: string }>()
  const rows = await tx
    .select({ row: notifications, version })
    .from(notifications)
    .where(whereThese(shopId, ids))
  return new Map(rows.map((one) => [one.row.id, { ...one, read: readIfDue(one.row) }]))
}

const whereThese = (shopId: string, ids: readonly string[]) =>
  and(eq(notifications.shopId, shopId), inArray(notifications.id, [...ids]))

function readIfDue(row: Read['row']): Read | null {
  // If a body still names an anonymised person, a later round processes it.
  if (row.anonymisationId !== null || row.processedAt !== null) return null
  const content = readNotification(row.body)
  const describe = row.hook === 'verification' ? describeVerification : describeNotification
  return { row, content, stated: describe(content) }
}
