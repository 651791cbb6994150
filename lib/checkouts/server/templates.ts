import 'server-only'
import { isDeepStrictEqual } from 'node:util'
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { v7 as uuidv7, validate as isUuid } from 'uuid'
import { getTranslator } from '../../core/i18n/server'
import { may } from '../../core/permissions'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext, ShopContext } from '../../core/server/context'
import { AppError } from '../../core/server/errors'
import { shownText } from '../../core/server/search/contacts-in-text'
import { shops } from '../../core/server/tables/shops'
import type { Database } from '../../db/database'
import { maskPayload } from '../../notifications/server/redaction/mask'
import { withPresentAddresses } from '../own-addresses'
import type {
  CheckoutTemplate,
  CheckoutTemplateChange,
  CheckoutTemplateCreate,
  CheckoutTemplateList,
} from '../template'
import { notificationAddresses } from './create'
import { checkoutTemplates } from './tables'
import { isRecord } from '../../core/is-record'

type TemplateRow = typeof checkoutTemplates.$inferSelect

/** Most templates per shop: they are shown in one menu. */
const maxTemplates = 100

/**
 * Returns the shop's templates, the default first. Customer fields, and contacts in names, only for who may read
 * personal data.
 */
export async function listTemplates(context: ActorContext): Promise<CheckoutTemplateList> {
  const { engine, shop } = context
  const rows = await engine.db
    .select()
    .from(checkoutTemplates)
    .where(eq(checkoutTemplates.shopId, shop.id))
    .orderBy(
      desc(checkoutTemplates.isDefault),
      sql`lower(${checkoutTemplates.name})`,
      asc(checkoutTemplates.id),
    )
  return { items: rows.map((row) => describe(context, row)) }
}

/** @throws AppError `invalid` if the name is taken or the shop has too many */
export async function createTemplate(
  context: ActorContext,
  { name, fields, is_default: isDefault = false }: CheckoutTemplateCreate,
): Promise<CheckoutTemplate> {
  const { engine, shop, actor } = context
  return engine.db.transaction(async (tx) => {
    await lockTemplates(tx, context)
    await refuseTaken(tx, context, name)
    const known = await tx.$count(checkoutTemplates, eq(checkoutTemplates.shopId, shop.id))
    if (known >= maxTemplates) throw refusedName('tooMany')
    if (isDefault) await unsetDefault(tx, context)
    const row: TemplateRow = {
      shopId: shop.id,
      id: uuidv7(),
      name,
      fields: withoutCard(fields),
      isDefault,
      createdBy: actor.userId,
      updatedAt: new Date(),
    }
    await tx.insert(checkoutTemplates).values(row)
    await recordActivity(tx, context, { action: 'checkout_template.created', subject: row.id })
    return describe(context, row)
  })
}

/** @throws AppError `not_found`, `invalid` */
export async function changeTemplate(
  context: ActorContext,
  id: string,
  { name: given, fields, is_default: isDefault }: CheckoutTemplateChange,
): Promise<CheckoutTemplate> {
  return context.engine.db.transaction(async (tx) => {
    await lockTemplates(tx, context)
    const before = await load(tx, context, id)
    // A program that sees the name masked may send it back so.
    const name = given === shownText(context.actor, before.name) ? before.name : given
    if (name !== undefined) await refuseTaken(tx, context, name, id)
    if (isDefault === true) await unsetDefault(tx, context)
    const change = {
      name: name ?? before.name,
      fields: fields ? withHidden(context, withoutCard(fields), before.fields) : before.fields,
      isDefault: isDefault ?? before.isDefault,
      updatedAt: new Date(),
    }
    await tx.update(checkoutTemplates).set(change).where(whereTemplate(context, id))
    await recordActivity(tx, context, { action: 'checkout_template.changed', subject: id })
    return describe(context, { ...before, ...change })
  })
}

/** @throws AppError `not_found` */
export async function removeTemplate(context: ActorContext, id: string): Promise<{ id: string }> {
  return context.engine.db.transaction(async (tx) => {
    await load(tx, context, id)
    await tx.delete(checkoutTemplates).where(whereTemplate(context, id))
    await recordActivity(tx, context, { action: 'checkout_template.removed', subject: id })
    return { id }
  })
}

function describe(context: ActorContext, row: TemplateRow): CheckoutTemplate {
  const template = {
    id: row.id,
    name: row.name,
    fields: withPresent(context, row.fields),
    is_default: row.isDefault,
    updated_at: row.updatedAt.toISOString(),
  }
  return may(context.actor, 'personal_data.read') ? template : withoutPeople(context, template)
}

/** Our own addresses in a template are the present ones, as in a checkout that is created again. */
export function withPresent(context: ShopContext, fields: CheckoutTemplate['fields']) {
  const { settings } = fields
  if (typeof settings !== 'object' || settings === null) return fields
  return { ...fields, settings: withPresentAddresses(settings, notificationAddresses(context)) }
}

/** Removes card data at any depth. */
function withoutCard<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutCard) as Value
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => key !== 'credit_card')
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutCard(inner)])) as Value
}

function withoutPeople({ actor }: ActorContext, { fields, ...template }: CheckoutTemplate): CheckoutTemplate {
  const name = shownText(actor, template.name)
  return {
    ...template,
    name,
    fields: withoutMasked(maskedFields(fields), fields) as CheckoutTemplate['fields'],
  }
}

/**
 * Keeps what this actor does not see of the stored fields, unless the change has a value in its place: who sends back what
 * they read deletes nothing. Hidden values of a list that was changed stay at its end.
 */
function withHidden(
  { actor }: ActorContext,
  given: CheckoutTemplate['fields'],
  stored: CheckoutTemplate['fields'],
): CheckoutTemplate['fields'] {
  if (may(actor, 'personal_data.read')) return given
  return withStored(given, stored, maskedFields(stored)) as CheckoutTemplate['fields']
}

/** `masked`: `stored`, as it is masked. */
function withStored(given: unknown, stored: unknown, masked: unknown): unknown {
  if (Array.isArray(given) && Array.isArray(stored) && Array.isArray(masked)) {
    if (isDeepStrictEqual(given, withoutMasked(masked, stored))) return stored
    const hidden = stored.flatMap((own, at) => hiddenIn(own, (masked as unknown[])[at]) ?? [])
    return [...(given as unknown[]), ...(hidden as unknown[])]
  }
  if (!isRecord(given) || !isRecord(stored) || !isRecord(masked)) return given
  const kept = Object.entries(given).map(([key, inner]) => [
    key,
    Object.hasOwn(stored, key) ? withStored(inner, stored[key], masked[key]) : inner,
  ])
  const others = Object.entries(stored).filter(([key]) => !Object.hasOwn(given, key))
  const hidden = others
    .map(([key, own]) => [key, hiddenIn(own, masked[key])] as const)
    .filter(([, own]) => own !== undefined)
  return Object.fromEntries([...kept, ...hidden])
}

/** What masking changed; undefined: nothing. A list with a hidden value is returned as a whole. */
function hiddenIn(stored: unknown, masked: unknown): unknown {
  if (!isRecord(stored) || !isRecord(masked)) return isDeepStrictEqual(stored, masked) ? undefined : stored
  const hidden = Object.entries(stored)
    .map(([key, own]) => [key, hiddenIn(own, masked[key])] as const)
    .filter(([, own]) => own !== undefined)
  return hidden.length > 0 ? Object.fromEntries(hidden) : undefined
}

/** The fields as they are masked for who may not read personal data. */
function maskedFields({ customer: _customer, ...rest }: CheckoutTemplate['fields']) {
  return maskPayload(rest, { isPersonalShown: false }) as CheckoutTemplate['fields']
}

/** Removes values that masking changed: they must not fill a field. */
function withoutMasked(shown: unknown, stored: unknown): unknown {
  if (typeof shown !== 'object' || shown === null) return shown
  const kept = Object.entries(shown).flatMap(([key, inner]) => {
    const given = Reflect.get(stored as object, key) as unknown
    if (typeof inner === 'object' || inner === given) return [[key, withoutMasked(inner, given)] as const]
    return []
  })
  return Array.isArray(shown) ? kept.map(([, inner]) => inner) : Object.fromEntries(kept)
}

const whereTemplate = ({ shop }: ActorContext, id: string) =>
  and(eq(checkoutTemplates.shopId, shop.id), eq(checkoutTemplates.id, id))

/**
 * Locks the shop's row: parallel changes must not create two defaults or two equal names. Then its templates, as
 * anonymising does (anonymise.ts): a change must not write back whom that removes.
 */
async function lockTemplates(tx: Database, { shop }: ActorContext): Promise<void> {
  await tx.select({ id: shops.id }).from(shops).where(eq(shops.id, shop.id)).for('no key update')
  await tx
    .select({ id: checkoutTemplates.id })
    .from(checkoutTemplates)
    .where(eq(checkoutTemplates.shopId, shop.id))
    .orderBy(checkoutTemplates.id)
    .for('update')
}

async function load(tx: Database, context: ActorContext, id: string): Promise<TemplateRow> {
  const [row] = isUuid(id) ? await tx.select().from(checkoutTemplates).where(whereTemplate(context, id)) : []
  if (!row) throw new AppError('not_found')
  return row
}

const unsetDefault = (tx: Database, { shop }: ActorContext) =>
  tx.update(checkoutTemplates).set({ isDefault: false }).where(eq(checkoutTemplates.shopId, shop.id))

async function refuseTaken(tx: Database, { shop }: ActorContext, name: string, id?: string): Promise<void> {
  const [other] = await tx
    .select({ id: checkoutTemplates.id })
    .from(checkoutTemplates)
    .where(
      and(
        eq(checkoutTemplates.shopId, shop.id),
        sql`lower(${checkoutTemplates.name}) = lower(${name})`,
        id === undefined ? undefined : ne(checkoutTemplates.id, id),
      ),
    )
    .limit(1)
  if (other) throw refusedName('nameTaken')
}

const refusedName = (key: 'nameTaken' | 'tooMany') =>
  new AppError('invalid', { errors: { name: [getTranslator('checkoutTemplates')(key)] } })
