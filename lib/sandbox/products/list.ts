import 'server-only'
import { eq, sql } from 'drizzle-orm'
import type { Call } from '../http/call'
import { json } from '../http/refusal'
import { products, type ProductRow } from '../tables/products'
import { productAnswer, type Answered } from './answer'

/** In the order of `shown`. */
type Row = [
  ...[id: string, name: string, description: string, currency: string, amount: number],
  ...[quantity: number | null, infinite: boolean, language: string, type: ProductRow['transactionType']],
  ...[test: boolean, createdAt: number, updatedAt: number],
]

const milliseconds = (column: typeof products.createdAt | typeof products.updatedAt) =>
  sql`(extract(epoch FROM ${column}) * 1000)::bigint`

const columns = [
  ...(['id', 'name', 'description', 'currency', 'amount', 'quantity'] as const),
  ...(['infinite', 'language', 'transactionType', 'test'] as const),
].map((name) => sql`${products[name]}`)

const shown = sql.join(
  [...columns, milliseconds(products.createdAt), milliseconds(products.updatedAt)],
  sql`, `,
)

/**
 * Endpoint 5, GET /products: 200 and all products in one array, newest first (the order is inferred). The list is
 * not paged, so the database hands it over as one value: of 10,000 rows, each costs more to hand over than to read.
 */
export async function listProducts({ engine, shop }: Call): Promise<Response> {
  const [found] = await engine.db
    .select({
      rows: sql<Row[] | null>`json_agg(json_build_array(${shown}) ORDER BY ${products.position} DESC)`,
    })
    .from(products)
    .where(eq(products.shopId, shop.id))
  return json((found?.rows ?? []).map((row) => productAnswer(named(row, shop.id))))
}

function named(row: Row, shopId: number): Answered {
  return {
    shopId,
    id: row[0],
    name: row[1],
    description: row[2],
    currency: row[3],
    amount: row[4],
    quantity: row[5],
    infinite: row[6],
    language: row[7],
    transactionType: row[8],
    test: row[9],
    createdAt: new Date(row[10]),
    updatedAt: new Date(row[11]),
  }
}
