import 'server-only'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { forgetWords } from '../../core/server/lists/words'
import { qualified } from '../../core/server/sql'
import { idempotencyKeys } from '../../core/server/tables/requests'
import type { Database } from '../../db/database'
import type { CheckoutRequest } from '../../gateway/checkouts/checkout'
import {
  anonymiseJson,
  isNamedIn,
  type Names,
  shortest,
  unspaced,
  wholeWord,
} from '../../notifications/server/redaction/anonymise'
import { uidsOf } from './refresh'
import { checkoutSearchText, trackingIdsIn, checkoutSource } from './listing/list'
import { checkouts, checkoutTemplates, externalIdIn } from './tables'

/**
 * The people to anonymise. `emails`: in lower case. `externalIds`: their IDs at the shop, except those that many share.
 */
type PersonToAnonymise = {
  customerIds: string[]
  emails: string[]
  externalIds: string[]
  names: Names
}

/**
 * Anonymises people in checkouts, stored API answers and templates: in checkouts for them or with their e-mail address,
 * and in those without a customer that name their external ID or that they paid. Returns the number of checkouts. Amounts,
 * dates and payment tokens stay.
 */
export async function anonymiseCheckouts(
  tx: Database,
  shopId: string,
  person: PersonToAnonymise,
): Promise<number> {
  const { names } = person
  const found = await tx
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.shopId, shopId), whereTheirs(shopId, person)))
    .for('update')
  const uids = await uidsOf(
    tx,
    shopId,
    found.map(({ id }) => id),
  )
  for (const row of found) {
    const { customer: _, settings, ...rest } = row.request
    const { credit_card_fields: _holder, ...others } = settings ?? {}
    const request = anonymiseJson(
      settings ? { ...rest, settings: others } : rest,
      names,
    ) as CheckoutRequest['checkout']
    const { description, tracking_id: trackingId = null } = request.order
    const anonymised = { ...row, request, description, trackingId, email: null }
    await tx
      .update(checkouts)
      .set({
        request,
        description,
        trackingId,
        trackingIds: trackingIdsIn(trackingId),
        email: null,
        search: checkoutSearchText(anonymised, uids.get(row.id)),
      })
      .where(and(eq(checkouts.shopId, shopId), eq(checkouts.id, row.id)))
  }
  await anonymiseAnswers(
    tx,
    shopId,
    found.map(({ id }) => id),
  )
  await forgetWords(
    tx,
    shopId,
    checkoutSource,
    found.map(({ description }) => description),
  )
  await anonymiseTemplates(tx, shopId, names)
  return found.length
}

const whereTheirs = (shopId: string, { customerIds, emails, externalIds }: PersonToAnonymise) =>
  or(
    inArray(checkouts.customerId, customerIds),
    sql`left(lower(${checkouts.email}), 255) = ANY(${sql.param(emails)}::text[])`,
    and(isNull(checkouts.customerId), isNull(checkouts.email), wherePaidBy(shopId, customerIds)),
    and(
      isNull(checkouts.customerId),
      sql`${externalIdIn(checkouts.request)} = ANY(${sql.param(externalIds)}::text[])`,
    ),
  )

/** An array, and not a subselect, so that each of the alternatives uses its index. */
const wherePaidBy = (shopId: string, customerIds: string[]) => sql`${qualified(checkouts.id)} = ANY(ARRAY(
  SELECT n.checkout_id FROM customer_links l
  JOIN notifications n ON n.shop_id = l.shop_id AND n.id = l.notification_id
  WHERE l.shop_id = ${shopId} AND l.customer_id = ANY(${sql.param(customerIds)}::text[])
    AND (l.matched_by <> 'tracking_id' OR n.email IS NULL)))`

/** Anonymises the stored answers for idempotency keys, which are kept for a day. */
async function anonymiseAnswers(tx: Database, shopId: string, ids: string[]): Promise<void> {
  const { response } = idempotencyKeys
  const anonymised = JSON.stringify({ email: null, description: '', request: {} })
  await tx
    .update(idempotencyKeys)
    .set({ response: sql`${response} || ${anonymised}::jsonb` })
    .where(and(eq(idempotencyKeys.shopId, shopId), inArray(sql`${response} ->> 'id'`, ids)))
}

async function anonymiseTemplates(tx: Database, shopId: string, names: Names): Promise<void> {
  const all = await tx
    .select()
    .from(checkoutTemplates)
    .where(eq(checkoutTemplates.shopId, shopId))
    .orderBy(checkoutTemplates.id)
    .for('update')
  for (const { id, name, fields } of all) {
    if (!isNamed({ name, fields }, names)) continue
    const { customer: _, ...rest } = fields
    await tx
      .update(checkoutTemplates)
      .set({
        name: anonymiseJson(name, names, 'name') as string,
        fields: anonymiseJson(rest, names) as Record<string, unknown>,
      })
      .where(and(eq(checkoutTemplates.shopId, shopId), eq(checkoutTemplates.id, id)))
  }
}

/** Returns whether a template names one of them: in one text, by name, by an address of its own, or by an ID. */
function isNamed(
  { name, fields }: { name: string; fields: Record<string, unknown> },
  { texts, ids, words = [] }: Names,
): boolean {
  const values = [name, ...textsIn(fields)]
  const people = namesIn(fields)
  const lower = (list: readonly string[]) => new Set(list.map((one) => one.trim().toLowerCase()))
  const all = [...values, ...people].join('\n').toLowerCase()
  const [own, names] = [lower([...people, ...addressesIn(fields)]), lower(words)]
  return (
    [...lower(texts)].some(
      (one) =>
        own.has(one) ||
        (isTelling(one) && isNamedIn(all, one)) ||
        (names.has(one) && wholeWord(one).test(all)),
    ) || [name, ...idsIn(fields)].some((value) => ids.includes(value.trim()))
  )
}

/**
 * Whether a text identifies a person wherever it stands. Somebody's address may be only a dash, a country or a city, which
 * other people's templates have too.
 */
const isTelling = (text: string): boolean =>
  text.length >= shortest && (/[\s\p{N}@]/u.test(text) || unspaced.test(text))

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { first_name: first, last_name: last } = value as Record<string, unknown>
  const own = [first, last].filter((name) => typeof name === 'string')
  return [...own, own.join(' '), ...Object.values(value).flatMap(namesIn)]
}

/** The IDs at the shop. Another text, such as a postcode, may be equal to one by chance. */
function idsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) =>
    typeof inner === 'string' && ['external_id', 'tracking_id'].includes(key)
      ? inner.split(';')
      : idsIn(inner),
  )
}

/** The address of the template's customer. Short ones, such as a dash, are shared by many. */
function addressesIn({ customer }: Record<string, unknown>): string[] {
  const { address } = (customer ?? {}) as Record<string, unknown>
  return typeof address === 'string' && address.trim().length >= shortest ? [address] : []
}
