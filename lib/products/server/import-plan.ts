import 'server-only'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { ActorContext } from '../../core/server/context'
import { confirmedColumns } from '../../core/server/mirror/mirror'
import type { ImportDuplicates } from '../../jobs/import'
import { columnGuesser, type ColumnNames } from '../../jobs/server/imports/columns'
import { mapYielding, type Batch, type Plan, type Planner } from '../../jobs/server/imports/plan'
import { readTexts } from '../../jobs/server/imports/reasons'
import type { ImportSource } from '../../jobs/server/imports/take'
import { whereRowOf, whereTask } from '../../jobs/server/load'
import { taskRows, type Task, tasks } from '../../jobs/server/tables'
import type { ProductTarget } from '../import'
import type { ProductDetail } from '../schema'
import { readCells } from './import-cells'
import { planRow } from './import-row'
import { toDetail } from './item'
import { freshenProducts } from './mirror'
import { products, type ProductRow } from './tables'
import { isPossibleId } from './task-send'

const named = 5

/**
 * Stores in the job's order which rows would create duplicates: same name, amount and currency as an earlier row or a
 * product of the shop. A warning: the rows are still imported.
 */
async function noteDuplicates({ engine, shop }: ActorContext, task: Task): Promise<void> {
  const here = and(whereRowOf(task), eq(taskRows.state, 'planned'), isNull(taskRows.subject))
  const { rows } = await engine.db.execute<ImportDuplicates>(sql`
    WITH made AS (
      SELECT position, lower(change->>'name') AS name, (change->>'amount')::bigint AS amount,
        change->>'currency' AS currency, row_number() OVER (
          PARTITION BY lower(change->>'name'), change->>'amount', change->>'currency' ORDER BY position) AS place
      FROM ${taskRows} WHERE ${here}
    ), held AS (
      SELECT DISTINCT position FROM made JOIN ${products} ON ${products.shopId} = ${shop.id}
        AND ${products.vanishedAt} IS NULL AND ${products.archivedAt} IS NULL AND lower(${products.name}) = made.name
        AND ${products.amount} = made.amount AND ${products.currency} = made.currency
    ), twins AS (SELECT position FROM made WHERE place > 1 UNION SELECT position FROM held)
    SELECT (SELECT count(*)::int FROM made WHERE place > 1) AS in_file, (SELECT count(*)::int FROM held) AS existing,
      ARRAY(SELECT position FROM twins ORDER BY position LIMIT ${named}) AS rows`)
  await engine.db
    .update(tasks)
    .set({ order: sql`${tasks.order} || jsonb_build_object('twins', ${JSON.stringify(rows[0])}::jsonb)` })
    .where(and(whereTask(task), eq(tasks.state, 'planning')))
}

export const productPlanner: Planner = { begin: freshenProducts, plan: planRows, end: noteDuplicates }

type Columns = readonly (ProductTarget | null)[]

async function planRows(context: ActorContext, { task, rows, order }: Batch): Promise<{ plans: Plan[] }> {
  const columns = order.columns as Columns
  const ids = rows.flatMap(({ cells }) => idOf(cells, columns) ?? [])
  const known = await productsOf(context, ids)
  const earlier = await earlierRows(context, task, ids, rows[0]?.position ?? 0)
  const plans = await mapYielding(rows, ({ position, cells }) => {
    const plan = planRow(cells, {
      columns,
      minorUnits: context.shop.minorUnits,
      product: (id) => detailOf(known.get(id)),
      earlier: (id) => earlier.get(id),
    })
    if (plan.subject !== null && !earlier.has(plan.subject)) earlier.set(plan.subject, position)
    return { position, ...plan }
  })
  return { plans }
}

function idOf(cells: readonly string[], columns: Columns): string | null {
  const { id } = readCells({ id: readTexts(cells, columns).id ?? '' })
  return typeof id === 'string' && isPossibleId(id) ? id : null
}

async function productsOf({ engine, shop }: ActorContext, ids: string[]): Promise<Map<string, ProductRow>> {
  if (ids.length === 0) return new Map()
  const rows = await engine.db
    .select(confirmedColumns(products, 'products'))
    .from(products)
    .where(and(eq(products.shopId, shop.id), inArray(products.id, ids), isNull(products.vanishedAt)))
  return new Map(rows.map((row) => [row.id, row]))
}

const detailOf = (row: ProductRow | undefined): ProductDetail | undefined => row && toDetail(row)

/** Returns, by ID, the first row before position `before`. */
async function earlierRows({ engine }: ActorContext, task: Task, ids: string[], before: number) {
  if (ids.length === 0) return new Map<string, number>()
  // One index lookup per ID, since only the first row counts.
  const { rows } = await engine.db.execute<{ id: string; position: number }>(sql`
    SELECT wanted.id, first.position FROM unnest(${sql.param([...new Set(ids)])}::text[]) wanted (id)
    CROSS JOIN LATERAL (SELECT ${taskRows.position} FROM ${taskRows}
      WHERE ${whereRowOf(task)} AND ${taskRows.subject} = wanted.id AND ${taskRows.position} < ${before}
      ORDER BY ${taskRows.position} LIMIT 1) first`)
  return new Map(rows.map(({ id, position }) => [id, position]))
}

/** Column names found in files, in several languages. */
const names: ColumnNames<ProductTarget> = {
  id: 'id productid',
  name: 'name title product productname bezeichnung produkt produktname nom produit nombre producto nome prodotto naam',
  description:
    'description desc details text beschreibung descripción descripcion descrizione descrição omschrijving',
  currency: 'currency currencycode währung devise moneda divisa valuta moeda',
  price: 'price unitprice pricemajor preis prix precio prezzo preço prijs',
  amount: 'amount amountminor priceminor minorunits amountminorunits',
  quantity:
    'quantity qty stock instock inventory menge anzahl bestand quantité cantidad quantità quantidade aantal',
  infinite: 'infinite unlimited unlimitedstock',
  visible_fields: 'visiblefields buyerfields fields',
  test: 'test testmode',
  immortal: 'immortal neverexpires',
  expired_at:
    'expiredat expires expiresat expiry expirydate expiration validuntil payableuntil gültigbis ablaufdatum',
  return_url: 'returnurl returnto',
  shop_id: 'shopid',
  language: 'language lang locale sprache langue idioma lingua taal',
  transaction_type: 'transactiontype type',
}

export const productFile: ImportSource = { kind: 'products.import', guess: columnGuesser(names) }
