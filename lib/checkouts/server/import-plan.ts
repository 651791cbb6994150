import 'server-only'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ActorContext } from '../../core/server/context'
import { customerIdKey, rowKeys } from '../../customers/server/import-keys'
import { customers } from '../../customers/server/tables'
import { isStorable } from '../../gateway/values'
import type { ImportDuplicates } from '../../jobs/import'
import { columnGuesser, type ColumnNames } from '../../jobs/server/imports/columns'
import { mapYielding, type Batch, type Plan, type Planner } from '../../jobs/server/imports/plan'
import { readTexts } from '../../jobs/server/imports/reasons'
import type { ImportSource } from '../../jobs/server/imports/take'
import { whereRowOf, whereTask } from '../../jobs/server/load'
import { taskRows, tasks, type Task } from '../../jobs/server/tables'
import type { CheckoutTarget } from '../import'
import { notificationAddresses } from './create'
import { planRow } from './import-row'
import { checkoutTemplates } from './tables'

/** Each row creates one checkout, based on the shop's defaults. */
export const checkoutPlanner: Planner = {
  begin: async () => {},
  plan: planRows,
  end: noteTwins,
}

async function planRows(context: ActorContext, { rows, order }: Batch) {
  const columns = order.columns as (CheckoutTarget | null)[]
  const ids = rows.flatMap(({ cells }) => readTexts(cells, columns).customer_id?.trim() ?? [])
  const [known, base] = await Promise.all([knownCustomers(context, ids), checkoutDefaults(context)])
  const { minorUnits } = context.shop
  const plans = await mapYielding(rows, ({ position, cells }): Plan => {
    const plan = planRow(cells, { columns, minorUnits, base, isKnown: (id) => known.has(id) })
    const customerId = readTexts(cells, columns).customer_id?.trim()
    const keys = [...rowKeys(cells, []), ...(customerId ? [customerIdKey(customerId)] : [])]
    return { position, ...plan, keys }
  })
  return { plans }
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

const named = 5

/**
 * Stores in the job's order which rows repeat the tracking ID of an earlier row or of a checkout: it should be unique
 * (docs/gateway.md#order). A warning: the rows are still imported.
 */
async function noteTwins({ engine, shop }: ActorContext, task: Task): Promise<void> {
  const here = and(whereRowOf(task), eq(taskRows.state, 'planned'))
  const { rows } = await engine.db.execute<ImportDuplicates>(sql`
    WITH made AS (
      SELECT position, change #>> '{checkout,order,tracking_id}' AS tracking_id, row_number() OVER (
        PARTITION BY change #>> '{checkout,order,tracking_id}' ORDER BY position) AS place
      FROM ${taskRows} WHERE ${here} AND change #>> '{checkout,order,tracking_id}' IS NOT NULL
    ), held AS (
      SELECT position FROM made WHERE EXISTS (
        SELECT 1 FROM checkouts c WHERE c.shop_id = ${shop.id}
          AND c.tracking_ids && regexp_split_to_array(btrim(made.tracking_id), '\\s*;\\s*'))
    ), twins AS (SELECT position FROM made WHERE place > 1 UNION SELECT position FROM held)
    SELECT (SELECT count(*)::int FROM made WHERE place > 1) AS in_file, (SELECT count(*)::int FROM held) AS existing,
      ARRAY(SELECT position FROM twins ORDER BY position LIMIT ${named}) AS rows`)
  await engine.db
    .update(tasks)
    .set({ order: sql`${tasks.order} || jsonb_build_object('twins', ${JSON.stringify(rows[0])}::jsonb)` })
    .where(and(whereTask(task), eq(tasks.state, 'planning')))
}

/** Column names found in files, in several languages. */
const names: ColumnNames<CheckoutTarget> = {
  price:
    'price total sum grandtotal ordertotal betrag summe preis gesamtbetrag montant prix importe precio importo prezzo valor bedrag kwota сумма сума',
  amount: 'amount amountminor minorunits amountminorunits',
  currency: 'currency currencycode währung devise moneda divisa valuta moeda waluta валюта',
  description:
    'description desc details text subject purpose beschreibung verwendungszweck objet descripción descripcion concepto descrizione causale descrição omschrijving opis описание опис',
  tracking_id:
    'trackingid tracking order orderid orderno ordernumber invoice invoiceno invoicenumber reference ref bestellnummer bestellung auftragsnummer rechnungsnummer commande numérocommande pedido numeropedido ordine fattura zamówienie заказ замовлення',
  expired_at:
    'expiredat expires expiresat expiry expirydate expiration validuntil payableuntil duedate gültigbis fälligbis échéance vencimiento scadenza',
  email: 'email emailaddress mail emailadresse mailadresse courriel correo correoelectrónico posta почта',
  first_name: 'firstname givenname forename vorname prénom prenom nombre nome imię имя імя',
  last_name:
    'lastname surname familyname nachname familienname nom apellido apellidos cognome nazwisko фамилия прізвище',
  phone: 'phone phonenumber telephone tel mobile telefon telefonnummer téléphone teléfono telefono телефон',
  customer_id: 'customerid customer gatewaycustomerid',
  language: 'language lang locale sprache langue idioma lingua taal',
  return_url: 'returnurl returnto',
  transaction_type: 'transactiontype type',
  test: 'test testmode',
  address:
    'address street streetaddress adresse strasse straße direccion dirección indirizzo morada адрес адреса',
  city: 'city town ort stadt ville ciudad città citta cidade miasto город місто',
  state: 'state province',
  zip: 'zip zipcode postcode postalcode postleitzahl plz codepostal cap código codigopostal індекс',
  country: 'country countrycode land pays pais país paese kraj страна країна',
  birth_date: 'birthdate dateofbirth birthday geburtsdatum',
  taxpayer_id: 'taxpayerid taxid taxnumber steuernummer',
  external_id: 'externalid customernumber customerno kundennummer',
  attempts: 'attempts',
  iframe: 'iframe',
  dynamic_billing_descriptor: 'dynamicbillingdescriptor billingdescriptor descriptor',
  settings: 'settings',
  payment_method: 'paymentmethod',
  travel: 'travel',
  additional_data: 'additionaldata',
}

export const checkoutFile: ImportSource = {
  kind: 'checkouts.import',
  guess: columnGuesser(names),
  keysOf: (cells) => rowKeys(cells, []),
}

/** Returns the defaults for each row, as in the form: the shop's attempts, default template and our own addresses. */
export async function checkoutDefaults(context: ActorContext): Promise<Record<string, unknown>> {
  const { engine, shop } = context
  const isDefault = and(eq(checkoutTemplates.shopId, shop.id), eq(checkoutTemplates.isDefault, true))
  const [template] = await engine.db
    .select({ fields: checkoutTemplates.fields })
    .from(checkoutTemplates)
    .where(isDefault)
  const fields: Record<string, unknown> = {
    attempts: shop.checkoutAttempts,
    ...withoutOrder(template?.fields ?? {}),
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
