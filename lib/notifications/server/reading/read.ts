import 'server-only'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { findCardTokenId } from '../../../card-tokens/server/keep'
import { bringsCard } from '../../../card-tokens/server/keep-notified'
import { cardTokens } from '../../../card-tokens/server/tables'
import { checkouts } from '../../../checkouts/server/tables'
import { may } from '../../../core/permissions'
import { countReveal } from '../../../core/server/accounts/person-limits'
import { recordActivity } from '../../../core/server/activity/record'
import type { ActorContext } from '../../../core/server/context'
import { AppError } from '../../../core/server/errors'
import { maskFor } from '../../../core/server/search/contacts-in-text'
import { shownTitle } from '../../../customers/server/listing/item'
import { keptIdOf } from '../../../customers/server/merging/joined'
import { readNotification, type NotificationContent } from '../../../gateway/notifications/notification'
import { findProduct } from '../../../products/server/mirror/load'
import type { NotificationDetail, RevealedNotification } from '../../schema'
import { itemColumns, toItem, type WorkedOut, workedOutColumns } from './item'
import { shownRow } from './list'
import { maskCards } from '../../../core/server/search/card-numbers'
import { byteOf, decodeLossless, maskPayload, maskedText } from '../redaction/mask'
import { deliveriesOf, parentOf, previousOf, transactionOf } from './read-transaction'
import { cardTokenOf, openedCardTokenOf } from '../redaction/sealed-tokens'
import { withoutSignature } from '../redaction/fingerprint'
import { originalOf } from '../redaction/original'
import { notifications, type NotificationRow } from '../tables'

async function workedOutOf({ engine, shop }: ActorContext, id: string): Promise<WorkedOut> {
  const [found] = await engine.db
    .select(workedOutColumns)
    .from(notifications)
    .where(and(eq(notifications.shopId, shop.id), eq(notifications.id, id)))
  return found ?? { isAmountDifferent: false, difference: null }
}

/**
 * Returns a notification with its links and the rest of its transaction, masked for the reader. For a duplicate, returns
 * the first delivery.
 * @throws AppError `not_found`.
 */
export async function readNotificationDetail(context: ActorContext, id: string): Promise<NotificationDetail> {
  const row = await loadNotification(context, id)
  const content = readNotification(row.body)
  const isPersonalShown = may(context.actor, 'personal_data.read')
  const isHashShown = isPersonalShown && originalOf(context, row) !== null
  const isGone = row.payloadRemovedAt !== null
  const isReadable = content.kind !== 'unreadable'
  const payload = isReadable ? maskPayload(content.json, { isPersonalShown }) : null
  const deliveries = await deliveriesOf(context, row)
  return {
    ...toItem({ ...row, ...(await workedOutOf(context, row.id)) }, context.actor),
    ...maskFor(context.actor, { message: row.message }),
    three_d_secure_status: threeDSecureOf(content),
    signature: row.signature,
    credentials: row.credentials,
    network: row.network,
    source_address: row.sourceAddress || null,
    last_received_at: deliveries.reduce(
      (last, { at }) => (at > last ? at : last),
      row.lastReceivedAt.toISOString(),
    ),
    deliveries,
    headers: isHashShown ? row.headers : withoutSignature(row.headers),
    body_size: row.body.length,
    sha256: isHashShown ? row.fingerprint.toString('hex') : null,
    payload,
    raw: isGone ? null : rawText(row.body, content, isPersonalShown),
    unreadable_reason: isGone || isReadable ? null : content.reason,
    payload_removed: isGone,
    ...(await readLinks(context, row)),
    ...(await readCard(context, row, content)),
    answer: maskFor(context.actor, row.answer),
    previous: await previousOf(context, row),
    parent: await parentOf(context, row),
    transaction: await transactionOf(context, row),
  }
}

/** Loads a notification for display, still unmasked. For a duplicate, loads the first delivery. */
async function loadNotification(context: ActorContext, id: string) {
  const found = await load(context, id)
  const stored = found.duplicateOf === null ? found : await load(context, found.duplicateOf)
  return { ...(await shownRow(context, stored)), deliveryCount: stored.deliveryCount }
}

async function load({ engine, shop }: ActorContext, id: string) {
  if (!isUuid(id)) throw new AppError('not_found')
  const [found] = await engine.db
    .select({ ...getTableColumns(notifications), deliveryCount: itemColumns.deliveryCount })
    .from(notifications)
    .where(and(eq(notifications.shopId, shop.id), eq(notifications.id, id)))
  if (!found) throw new AppError('not_found')
  return found
}

const threeDSecureOf = (content: NotificationContent): string | null =>
  (content.kind === 'transaction' ? content.transaction.three_d_secure_verification?.status : null) ?? null

/**
 * Returns the body as text, masked for the reader. Personal data cannot be found in a body that is not JSON: returns null
 * for readers who may not see personal data.
 */
function rawText(body: Buffer, content: NotificationContent, isPersonalShown: boolean): string | null {
  if (content.kind !== 'unreadable') return maskedText(body.toString('utf8'), { isPersonalShown })
  if (!isPersonalShown) return null
  return content.reason === 'not_utf8'
    ? withWrittenBytes(maskCards(decodeLossless(body)))
    : maskCards(body.toString('utf8'))
}

/** Writes each byte that is not valid UTF-8 as `\x80` to `\xff`. */
const withWrittenBytes = (text: string): string =>
  text.replaceAll(/[\udc80-\udcff]/gu, (half) => String.raw`\x${byteOf(half).toString(16)}`)

type Card = Pick<NotificationDetail, 'card_token_id' | 'card_offered'>

/**
 * Returns the ID of the card token stored from this notification, and whether the reader can still store one. Null and
 * false for roles that may not see card tokens.
 */
async function readCard(
  context: ActorContext,
  row: NotificationRow,
  content: NotificationContent,
): Promise<Card> {
  if (!may(context.actor, 'card_tokens.read')) return { card_token_id: null, card_offered: false }
  const brought = broughtBy(context, row, content, openedCardTokenOf)
  const kept =
    (await keptFrom(context, row.id)) ?? (brought && (await findCardTokenId(context, brought.token)))
  const isOffered = !!brought && kept === null && may(context.actor, 'card_tokens.create')
  return { card_token_id: kept ?? null, card_offered: isOffered }
}

/** Finds the card token by its notification, even after the body and its token were removed. */
async function keptFrom({ engine, shop }: ActorContext, id: string): Promise<string | null> {
  const [found] = await engine.db
    .select({ id: cardTokens.id })
    .from(cardTokens)
    .where(and(eq(cardTokens.shopId, shop.id), eq(cardTokens.notificationId, id)))
    .limit(1)
  return found?.id ?? null
}

/**
 * Returns the transaction and the token of a card that a notification brought. Null without one, without evidence, from
 * another hook, or if the notification is anonymised.
 * @throws what `tokenOf` throws
 */
export function broughtBy(
  context: ActorContext,
  row: NotificationRow,
  content: NotificationContent,
  tokenOf: typeof openedCardTokenOf = cardTokenOf,
) {
  const isBelieved = row.authenticity !== 'unverified' && row.hook === 'notification'
  if (!isBelieved || row.anonymisationId !== null || content.kind !== 'transaction') return null
  const { transaction } = content
  const token = tokenOf(context, row, transaction)
  return token && bringsCard({ transaction, token }) ? { transaction, token } : null
}

type LinkedRow = Pick<NotificationRow, 'id' | 'checkoutId' | 'checkoutLink' | 'productId' | 'productLink'>
type Links = Pick<NotificationDetail, 'checkout' | 'product' | 'customers'>

async function readLinks(context: ActorContext, row: LinkedRow): Promise<Links> {
  return {
    checkout: await checkoutOf(context, row),
    product: await productOf(context, row),
    customers: await customersOf(context, row.id),
  }
}

async function checkoutOf({ engine, shop, actor }: ActorContext, { checkoutId, checkoutLink }: LinkedRow) {
  if (checkoutId === null || checkoutLink === null) return null
  const [found] = await engine.db
    .select({ id: checkouts.id, description: checkouts.description })
    .from(checkouts)
    .where(and(eq(checkouts.shopId, shop.id), eq(checkouts.id, checkoutId)))
  return found ? { ...maskFor(actor, found), link: checkoutLink } : null
}

async function productOf(context: ActorContext, { productId, productLink }: LinkedRow) {
  if (productId === null || productLink === null) return null
  const product = await findProduct(context, productId)
  return { id: productId, name: product?.name ?? null, link: productLink }
}

async function customersOf({ engine, shop, actor }: ActorContext, id: string) {
  const { rows } = await engine.db.execute<{
    id: string
    first_name: string | null
    last_name: string | null
    email: string | null
    matched_by: string
  }>(sql`
    SELECT DISTINCT ON (c.id) c.id, c.first_name, c.last_name, c.email, l.matched_by FROM customer_links l
    JOIN customers c ON c.shop_id = l.shop_id AND c.id = ${keptIdOf(shop.id, sql`l.customer_id`)}
    WHERE l.shop_id = ${shop.id} AND l.notification_id = ${id} AND c.anonymised_at IS NULL
    ORDER BY c.id, l.matched_by = 'hand' DESC, l.customer_id LIMIT 20`)
  return rows.map((row) => ({ id: row.id, name: shownTitle(actor, row), matched_by: row.matched_by }))
}

/**
 * Returns a notification's personal data unmasked, also to a role that sees it masked elsewhere. Card data stays masked.
 * Records who asked, but not what they saw.
 * @throws AppError `not_found`, `reveal_limit`.
 */
export async function revealNotification(context: ActorContext, id: string): Promise<RevealedNotification> {
  await countReveal(context)
  const row = await loadNotification(context, id)
  await recordActivity(context.engine.db, context, { action: 'notification.revealed', subject: row.id })
  const content = readNotification(row.body)
  const payload = content.kind === 'unreadable' ? null : maskPayload(content.json, { isPersonalShown: true })
  return {
    email: row.email,
    description: row.description,
    tracking_id: row.trackingId,
    message: row.message,
    payload,
    raw: row.payloadRemovedAt === null ? rawText(row.body, content, true) : null,
  }
}
