import 'server-only'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { validate as isUuid } from 'uuid'
import { cardTokens } from '../../../card-tokens/server/tables'
import { getTranslator } from '../../../core/i18n/server'
import { may } from '../../../core/permissions'
import type { ActorContext } from '../../../core/server/context'
import { AppError, GatewayError } from '../../../core/server/errors'
import { activity } from '../../../core/server/tables/requests'
import { customerIdKey, rowKeys } from '../../../customers/server/importing/import-duplicates'
import { customers } from '../../../customers/server/tables'
import { isStorable } from '../../../gateway/values/storable'
import { importOrder, reportColumns } from '../../../jobs/import'
import { decimalMarkOf } from '../../../jobs/server/imports/certain-amounts'
import type { Batch, ColumnNames, FileRow, ImportKind, PlannedRow } from '../../../jobs/server/imports/kind'
import { readTexts } from '../../../jobs/server/imports/reasons'
import { anonymisedOutcome, isAnonymised, unconfirmedOutcome } from '../../../jobs/server/imports/settle'
import type { JobKind } from '../../../jobs/server/kinds'
import { checkoutIdOf, mayBeRepeated, parsePlanned } from '../../../jobs/server/load'
import { checkoutExportColumns } from '../../export'
import type { ColumnField } from '../../fields'
import { columnFields, readOnlyCheckoutColumns, type CheckoutTarget } from '../../import'
import { withPresentAddresses } from '../../own-addresses'
import { checkoutCreate } from '../../schema'
import { checkoutStates } from '../../state'
import { createCheckout, notificationAddresses } from '../create'
import { errorsByColumn, passedExpiry, planRow } from './import-row'
import { withoutSecrets } from './import-secrets'
import { checkouts, checkoutTemplates } from '../tables'
import { withPresent } from '../templates'

/** How files of other programs name their columns, in several languages. */
const names: ColumnNames<CheckoutTarget> = {
  price: `price total sum grandtotal ordertotal betrag summe preis gesamtbetrag montant prix importe precio importo prezzo
    valor bedrag kwota сумма сума`,
  customer_id: 'customerid customer gatewaycustomerid',
  card_token_id: 'cardtokenid',
  settings: 'settings',
  payment_method: 'paymentmethod',
  travel: 'travel',
  additional_data: 'additionaldata',
  ...(Object.fromEntries(columnFields.map(({ target, columnNames }) => [target, columnNames])) as Record<
    ColumnField,
    string
  >),
}

/** Names that only our own export has. */
const onlyOurs = ['rests_on', 'attempts_left']
const ours: readonly string[] = [...checkoutExportColumns, ...reportColumns]

/**
 * In our own export, perhaps with columns added or left out, `state` is the checkout's, and not part of an address.
 * Other programs' files may have only our names too: then the first row decides.
 */
function skipped(header: readonly string[], first?: readonly string[]): readonly string[] {
  if (header.some((name) => onlyOurs.includes(name))) return readOnlyCheckoutColumns
  const state = first?.[header.indexOf('state')]
  const isOurs = state === undefined || checkoutStates.some((known) => known === state.trim())
  return isOurs && header.every((name) => ours.includes(name)) ? readOnlyCheckoutColumns : []
}

const sendCheckout: JobKind['send'] = async (context, { job, row, begin }) => {
  if (isAnonymised(row)) return anonymisedOutcome(row)
  const planned = parsePlanned(checkoutCreate, row.change)
  // The dry run may be long ago.
  const errors = passedExpiry(planned)
  if (Object.keys(errors).length > 0) throw new AppError('invalid', { errors })
  const { settings, ...checkout } = planned.checkout
  const own = notificationAddresses(context)
  // The key in our address may have been replaced since.
  const present = settings && { settings: withPresentAddresses(settings, own) }
  const input = { ...planned, checkout: { ...checkout, ...present } }
  const id = checkoutIdOf(row)
  await begin(null)
  try {
    await createCheckout(context, input, { id, jobId: job.id })
  } catch (error) {
    throw byColumn(error, { job, row })
  }
  return { state: 'done', subject: id }
}

/** Names the columns of the file that the gateway refuses. Other errors stay as they are. */
function byColumn(
  error: unknown,
  { job, row }: Pick<Parameters<JobKind['send']>[1], 'job' | 'row'>,
): unknown {
  if (!(error instanceof GatewayError) || error.code !== 'gateway_rejected' || !error.errors) return error
  const columns = importOrder.parse(job.order).columns as (CheckoutTarget | null)[]
  const errors = errorsByColumn(error.errors, row.cells ?? [], columns)
  return new GatewayError('gateway_rejected', { detail: error.detail, errors, cause: error })
}

/**
 * Settles a row without an answer. Without a checkout row, nothing was sent, the gateway refused it, or a person said that
 * it does not exist: then only a person has it sent again. An unconfirmed create stays so until it is settled, or a person
 * allows a repeat.
 */
const settleCheckout: JobKind['settle'] = async (context, { job, row }) => {
  const { engine, shop } = context
  const id = checkoutIdOf(row)
  const whereCheckout = and(eq(checkouts.shopId, shop.id), eq(checkouts.id, id))
  const [made] = await engine.db.select({ state: checkouts.state }).from(checkouts).where(whereCheckout)
  if (!made && !mayBeRepeated(job, row) && (await wasDiscarded(context, id)))
    return { state: 'failed', errors: { base: [getTranslator('jobReasons')('checkout_discarded')] } }
  if (!made) return { state: 'planned' }
  if (made.state !== 'creating' && made.state !== 'unconfirmed') return { state: 'done', subject: id }
  if (mayBeRepeated(job, row)) {
    const whereUnconfirmed = inArray(checkouts.state, ['creating', 'unconfirmed'])
    const gone = await engine.db
      .delete(checkouts)
      .where(and(whereCheckout, whereUnconfirmed))
      .returning({ id: checkouts.id })
    // It was confirmed at this moment.
    return gone.length > 0 ? { state: 'planned' } : { state: 'done', subject: id }
  }
  // No subject: a checkout that may not exist must not be loaded or sent again.
  return unconfirmedOutcome()
}

async function wasDiscarded({ engine, shop }: ActorContext, id: string): Promise<boolean> {
  const whereDiscarded = and(eq(activity.shopId, shop.id), eq(activity.subject, id))
  return (
    (await engine.db.$count(activity, and(whereDiscarded, eq(activity.action, 'checkout.discarded')))) > 0
  )
}

/**
 * Each row creates one checkout, based on the shop's defaults. A tracking ID should be unique (docs/gateway.md#order).
 * It cannot be undone: the gateway deletes no checkout.
 */
export const checkoutImport: ImportKind<CheckoutTarget> = {
  kind: 'checkouts.import',
  names,
  skipped,
  exported: checkoutExportColumns,
  withoutSecrets,
  keysOf: rowKeys,
  planner,
  duplicates: {
    // As trackingIdsIn splits it (listing/list.ts).
    values: {
      tracking_id: sql`nullif(regexp_split_to_table(btrim(change #>> '{checkout,order,tracking_id}'), '\\s*;\\s*'), '')`,
    },
    isHeld: ({ shop }) => sql`EXISTS (SELECT 1 FROM checkouts c WHERE c.shop_id = ${shop.id}
      AND c.tracking_ids && ARRAY[made.tracking_id])`,
  },
  send: sendCheckout,
  settle: settleCheckout,
  mayRepeat: () => false,
}

async function planner(context: ActorContext, { rows, order, columns }: Batch<CheckoutTarget>) {
  const customerIn = (cells: readonly string[]) => readTexts(cells, columns).customer_id?.trim()
  const ids = rows.flatMap(({ cells }) => customerIn(cells) ?? [])
  const cardIds = rows.flatMap(
    ({ cells }) => readTexts(cells, columns).card_token_id?.trim().toLowerCase() ?? [],
  )
  const [known, cardReason, base] = await Promise.all([
    knownCustomers(context, ids),
    cardReasons(context, cardIds),
    checkoutDefaults(context),
  ])
  const { minorUnits, pageDefaults } = context.shop
  const decimal = decimalMarkOf({ order, columns })
  return ({ cells }: FileRow): PlannedRow => {
    const plan = planRow(cells, {
      columns,
      minorUnits,
      decimal,
      base,
      pageDefaults,
      isKnown: (id) => known.has(id),
      cardReason,
    })
    const customerId = customerIn(cells)
    return { ...plan, keys: [...rowKeys(cells, columns), ...(customerId ? [customerIdKey(customerId)] : [])] }
  }
}

async function knownCustomers({ engine, shop }: ActorContext, given: string[]): Promise<Set<string>> {
  const ids = [...new Set(given)].filter(isStorable)
  if (ids.length === 0) return new Set()
  const rows = await engine.db
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.shopId, shop.id), inArray(customers.id, ids), isNull(customers.anonymisedAt)))
  return new Set(rows.map(({ id }) => id))
}

/** Returns why a stored card cannot be sent: the role may not use any, or the shop has none with this ID. */
async function cardReasons(context: ActorContext, given: string[]): Promise<(id: string) => string | null> {
  const { engine, shop, actor } = context
  if (!may(actor, 'card_tokens.read')) return () => getTranslator('problems')('forbidden')
  const ids = [...new Set(given)].filter((id) => isUuid(id))
  const found = await engine.db
    .select({ id: cardTokens.id })
    .from(cardTokens)
    .where(and(eq(cardTokens.shopId, shop.id), inArray(cardTokens.id, ids)))
  const known = new Set(found.map(({ id }) => id))
  return (id) => (known.has(id) ? null : getTranslator('jobReasons')('no_such_card'))
}

/** Returns the defaults for each row, as in the form: the shop's attempts, default template and our own addresses. */
export async function checkoutDefaults(context: ActorContext): Promise<Record<string, unknown>> {
  const { engine, shop } = context
  const whereDefault = and(eq(checkoutTemplates.shopId, shop.id), eq(checkoutTemplates.isDefault, true))
  const [template] = await engine.db
    .select({ fields: checkoutTemplates.fields })
    .from(checkoutTemplates)
    .where(whereDefault)
  const fields: Record<string, unknown> = {
    attempts: shop.checkoutAttempts,
    ...withoutOrder(withPresent(context, template?.fields ?? {})),
  }
  const { notification, verification } = notificationAddresses(context)
  const own = {
    ...(notification === null ? {} : { notification_url: notification }),
    ...(verification === null ? {} : { verification_url: verification }),
  }
  if (Object.keys(own).length === 0) return fields
  return { ...fields, settings: { ...own, ...(fields.settings as object | undefined) } }
}

/** Removes order fields and the customer: an empty cell must not take a template's value. */
function withoutOrder({ order, customer: _, ...fields }: Record<string, unknown>): Record<string, unknown> {
  if (typeof order !== 'object' || order === null) return fields
  const {
    amount: _amount,
    description: _text,
    tracking_id: _id,
    expired_at: _until,
    ...rest
  } = order as Record<string, unknown>
  return { ...fields, order: rest }
}
