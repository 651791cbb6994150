import 'server-only'
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database'
import { readNotification } from '../../../gateway/notifications/notification'
import { keepFromTransactions } from '../../../card-tokens/server/keep-notified'
import { applyToCheckout, refreshCheckout } from '../../../checkouts/server/link'
import type { Shop, ShopContext } from '../../../core/server/context'
import { linkByKeys, linkFromParents } from '../../../customers/server/merging/link'
import { queueForwards } from '../../../forwarding/server/queue'
import { refreshCustomersOf, updatePaymentAlerts } from '../../../payments/server/accept'
import { lockLedger, recordTransactions } from '../../../payments/server/ledger/ledger'
import { stateOf } from '../../../payments/server/ledger/transaction'
import { describeNotification } from './describe'
import { follow, settleFollowed } from '../linking/follow'
import { knownOf, type Known, type Read } from './known'
import { findLinks, linkedByHand, noLinks } from '../linking/links'
import { cardTokenOf } from '../redaction/sealed-tokens'
import { notifications } from '../tables'
import { workOut, type WorkedOut, nothing } from './work-out'

type Context = Pick<ShopContext, 'engine'> & { shop: Pick<Shop, 'id' | 'mode'> }
type Row = typeof notifications.$inferSelect

/**
 * Processes stored notifications as {@link workOut} does one by one, with the same result, and a few statements for
 * all: it asks once what the shop knows of all of them, and goes into single ones only where there is something.
 * Notifications that depend on each other come in turns. Requires the matching lock.
 */
export async function workOutMany(
  tx: Database,
  context: Context,
  ids: readonly string[],
): Promise<WorkedOut[]> {
  const { shop } = context
  await lockLedger(tx, shop.id)
  const rows = await tx
    .select()
    .from(notifications)
    .where(and(eq(notifications.shopId, shop.id), inArray(notifications.id, [...ids])))
    .orderBy(notifications.id)
    .for('update')
  const isNew = (row: Row) => row.processedAt === null && row.blankingId === null && row.keys === null
  const done: WorkedOut[] = []
  for (const row of rows.filter((one) => !isNew(one))) {
    const one = await workOut(tx, context, row.id)
    if (one) done.push(one)
  }
  let left = rows.filter(isNew).map((row): Read => {
    const content = readNotification(row.body)
    return { row, content, said: describeNotification(content) }
  })
  while (left.length > 0) {
    const turn = nextTurn(left)
    done.push(...(await workOutTurn(tx, context, turn)))
    const taken = new Set(turn)
    left = left.filter((one) => !taken.has(one))
  }
  return done
}

/** The first of each transaction whose parent is not in the same turn. At least one, even where they form a circle. */
function nextTurn(left: readonly Read[]): Read[] {
  const firsts = new Map<string, Read>()
  const unnamed: Read[] = []
  for (const one of left) {
    const { uid } = one.said
    if (!uid) unnamed.push(one)
    else if (!firsts.has(uid)) firsts.set(uid, one)
  }
  const free = [...firsts.values()].filter(({ said }) => !said.parentUid || !firsts.has(said.parentUid))
  const turn = [...unnamed, ...free]
  return turn.length > 0 ? turn : left.slice(0, 1)
}

type Described = Read & { found: Awaited<ReturnType<typeof describe>>; changesNothing: boolean }

async function workOutTurn(tx: Database, context: Context, turn: readonly Read[]): Promise<WorkedOut[]> {
  const known = await knownOf(tx, context.shop.id, turn)
  if (known.hasAnonymised) return oneByOne(tx, context, turn)
  const described: Described[] = []
  for (const read of turn) {
    const { row } = read
    const found = await describe(tx, read, known)
    // A verification request is no evidence of what became of the payment.
    described.push({
      ...read,
      found,
      changesNothing: row.authenticity === 'unverified' || row.hook === 'verification',
    })
  }
  await writeFound(tx, context.shop.id, described)
  const applied = await apply(
    tx,
    context,
    known,
    described.filter(({ changesNothing }) => !changesNothing),
  )
  const all: WorkedOut[] = []
  for (const { row, found } of described) {
    const endpoints = known.hasEndpoints ? await queueForwards(tx, context.shop.id, { ...row, ...found }) : []
    all.push({ ...(applied.get(row.id) ?? { ...nothing, id: row.id }), endpoints })
  }
  return all
}

async function oneByOne(tx: Database, context: Context, turn: readonly Read[]): Promise<WorkedOut[]> {
  const done: WorkedOut[] = []
  for (const { row } of turn) {
    const one = await workOut(tx, context, row.id)
    if (one) done.push(one)
  }
  return done
}

async function describe(tx: Database, { row, content, said }: Read, known: Known) {
  const isVerification = row.hook === 'verification' && content.kind === 'transaction'
  const isUnverified = row.authenticity === 'unverified'
  const mayHaveLinks = known.mayBeLinked({ row, content, said })
  const links = isUnverified
    ? noLinks
    : mayHaveLinks
      ? await findLinks(tx, row.shopId, content, said)
      : { ...noLinks, ...known.productOf(content) }
  const byHand = known.isByHand(row, said.uid) ? await linkedByHand(tx, row, said.uid) : {}
  return {
    ...said,
    kind: isVerification ? ('verification' as const) : content.kind,
    ...links,
    ...byHand,
    duplicateOf: known.firstDeliveryOf(row, said),
    processedAt: new Date(),
  }
}

const columns = getTableColumns(notifications)
/** What processing writes of a notification. */
const written = [
  'kind', 'uid', 'parentUid', 'status', 'type', 'message', 'amount', 'currency', 'description', 'trackingId', 'email',
  'cardBrand', 'cardLast4', 'test', 'transactionAt', 'paymentToken', 'keys', 'search', 'searchPersonal', 'searchTerms',
  'checkoutId', 'checkoutLink', 'productId', 'productLink', 'duplicateOf', 'processedAt',
] as const // prettier-ignore

const definitions = sql.raw(
  ['id uuid', ...written.map((name) => `${columns[name].name} ${columns[name].getSQLType()}`)].join(', '),
)
const assignments = sql.raw(
  written.map((name) => `${columns[name].name} = given.${columns[name].name}`).join(', '),
)

/** Replaces lone surrogates, which PostgreSQL's JSON rejects and a parameter would replace too. */
const storable = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value

async function writeFound(tx: Database, shopId: string, described: readonly Described[]): Promise<void> {
  const values = described.map(({ row, found }) => ({
    id: row.id,
    ...Object.fromEntries(written.map((name) => [columns[name].name, found[name] ?? null])),
  }))
  await tx.execute(sql`
    UPDATE notifications n SET ${assignments}
    FROM json_to_recordset(${JSON.stringify(values, storable)}::json) AS given (${definitions})
    WHERE n.shop_id = ${shopId} AND n.id = given.id`)
}

async function apply(
  tx: Database,
  context: Context,
  known: Known,
  described: readonly Described[],
): Promise<Map<string, WorkedOut>> {
  const { shop } = context
  const changes = await recordTransactions(
    tx,
    shop,
    described.map(({ row, content, found }) => stateOf({ ...row, ...found }, content)),
  )
  const payers = new Map<string, string[]>()
  for (const { row, found } of described) {
    const { id } = row
    const keys = found.keys ?? []
    const own = known.identifies(keys) ? await linkByKeys(tx, shop.id, { id, keys }) : []
    const checkoutId = found.checkoutId ?? null
    // With an inherited checkout, the payment token is not its own.
    const paymentToken = found.checkoutLink === 'parent' ? null : (found.paymentToken ?? null)
    own.push(...(await applyToCheckout(tx, shop.id, { id, checkoutId, paymentToken })))
    payers.set(id, own)
  }
  const children = described.flatMap(({ row, found }) => (found.parentUid ? row.id : []))
  const inherited = await linkFromParents(tx, shop.id, children)
  const uids = described.flatMap(({ found }) => (found.uid && known.hasChildren(found.uid) ? found.uid : []))
  const followed = await follow(tx, shop.id, uids)
  await settleFollowed(tx, shop, followed)
  const touched = [
    ...changes.flatMap(({ before, after }) => [before?.checkoutId ?? [], after.checkoutId ?? []].flat()),
    ...described.flatMap(({ found }) => found.checkoutId ?? []),
  ]
  for (const id of new Set(touched)) await refreshCheckout(tx, shop.id, id)
  const refreshed = await refreshCustomersOf(tx, shop.id, changes)
  await updatePaymentAlerts(tx, shop.id, changes)
  const cardTokens = await keepCards(tx, context, described)
  const all = new Map<string, WorkedOut>()
  for (const [at, { row, found }] of described.entries()) {
    const checkoutId = found.checkoutId ?? null
    // What belongs to all of them is announced with the first.
    const shared = at === 0 ? [...inherited, ...followed.payers, ...refreshed] : []
    all.set(row.id, {
      ...nothing,
      id: row.id,
      payers: [...new Set([...(payers.get(row.id) ?? []), ...shared])],
      productId: found.productId ?? null,
      checkoutId,
      cardTokenId: cardTokens.get(row.id) ?? null,
      followers: at === 0 ? followed.ids : [],
    })
  }
  return all
}

const keepCards = (tx: Database, context: Context, described: readonly Described[]) =>
  keepFromTransactions(
    tx,
    context,
    described.flatMap(({ row, content, found }) =>
      content.kind === 'transaction' && row.cardTokensSealed !== null
        ? {
            transaction: content.transaction,
            token: cardTokenOf(context, row, content.transaction),
            notificationId: row.id,
            checkoutId: found.checkoutId ?? null,
          }
        : [],
    ),
  )
