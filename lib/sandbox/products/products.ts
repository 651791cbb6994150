import 'server-only'
import { randomBytes } from 'node:crypto'
import { eq, sql, and } from 'drizzle-orm'
import type { Database } from '../../db/database'
import { type ProductUpdate, productId } from '../../gateway/products/product'
import type { Call } from '../http/endpoints'
import { json, Refusal, invalid, notFound } from '../http/refusal'
import { publicAddress } from '../shops/settings'
import { products, type ProductRow } from '../tables/records'
import { readCreate, readUpdate } from './rules'

/** In the order of `responseColumns`. */
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

const responseColumns = sql.join(
  [...columns, milliseconds(products.createdAt), milliseconds(products.updatedAt)],
  sql`, `,
)

/**
 * Endpoint 5, GET /products: 200 and all products in one array, newest first (the order is inferred). The list has no
 * paging, so the database returns one JSON value: with 10,000 rows, transferring each row costs more than reading it.
 */
export async function listProducts({ engine, shop }: Call): Promise<Response> {
  const [found] = await engine.db
    .select({
      rows: sql<
        Row[] | null
      >`json_agg(json_build_array(${responseColumns}) ORDER BY ${products.position} DESC)`,
    })
    .from(products)
    .where(eq(products.shopId, shop.id))
  return json((found?.rows ?? []).map((row) => productAnswer(fromRow(row, shop.id))))
}

function fromRow(row: Row, shopId: number): Answered {
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

/** Endpoint 3, POST /products: 201 and the product, or 422 with errors by field. */
export async function createProduct({ engine, shop, body }: Call): Promise<Response> {
  const input = readCreate(await body(), shop.id)
  const [row] = await engine.db
    .insert(products)
    .values({
      shopId: shop.id,
      id: `prd_${randomBytes(8).toString('hex')}`,
      name: input.name,
      description: input.description,
      currency: input.currency,
      amount: input.amount,
      quantity: input.quantity ?? null,
      infinite: input.infinite ?? false,
      visibleFields: [...new Set(input.visible_fields)],
      test: input.test ?? false,
      immortal: input.immortal ?? false,
      expiredAt: input.expired_at === undefined ? null : new Date(input.expired_at),
      returnUrl: input.return_url ?? null,
      language: input.language,
      transactionType: input.transaction_type ?? 'payment',
    })
    .returning()
  if (!row) throw new Error('the new product was not returned')
  return json(productAnswer(row), 201)
}

/**
 * Endpoint 4, GET /products/{id}: 200 and the product. An invalid request gets 302 with an error description
 * (docs/gateway.md#errors). Inferred: an unknown ID counts as invalid, the body's format, and no `Location`. Another
 * shop's product counts as unknown.
 */
export async function getProduct({ engine, shop, params }: Call<{ id: string }>): Promise<Response> {
  const product = await findProduct(engine.db, params.id, shop.id)
  if (!product) throw new Refusal(302, 'Record not found')
  return json(productAnswer(product))
}

/**
 * Endpoint 6, PUT /products/{id}: 204 with an empty body. Inferred: 404 for an unknown ID, and 422 for a quantity of a
 * product that is and stays infinite.
 */
export async function updateProduct({ engine, shop, params, body }: Call<{ id: string }>): Promise<Response> {
  const change = readUpdate(await body(), shop.id)
  if (!isProductId(params.id)) throw notFound()
  const whereProduct = and(eq(products.shopId, shop.id), eq(products.id, params.id))
  await engine.db.transaction(async (tx) => {
    const [now] = await tx
      .select({ infinite: products.infinite })
      .from(products)
      .where(whereProduct)
      .for('update')
    if (!now) throw notFound()
    if (change.quantity !== undefined && (change.infinite ?? now.infinite))
      throw invalid({ quantity: ['must be blank'] })
    await tx.update(products).set(changedColumns(change)).where(whereProduct)
  })
  return new Response(null, { status: 204 })
}

/** Drizzle skips undefined columns. A product that becomes infinite loses its quantity. */
function changedColumns(change: ProductUpdate) {
  return {
    name: change.name,
    description: change.description,
    currency: change.currency,
    amount: change.amount,
    quantity: change.infinite === true ? null : change.quantity,
    infinite: change.infinite,
    visibleFields: change.visible_fields && [...new Set(change.visible_fields)],
    test: change.test,
    immortal: change.immortal,
    expiredAt: change.expired_at === undefined ? undefined : new Date(change.expired_at),
    returnUrl: change.return_url,
    language: change.language,
    transactionType: change.transaction_type,
    updatedAt: new Date(),
  }
}

type Answered = Omit<ProductRow, 'position' | 'visibleFields' | 'immortal' | 'expiredAt' | 'returnUrl'>

/**
 * Returns a product in the API's format (docs/gateway.md#product-response). Omits visible_fields, immortal, expired_at,
 * return_url and shop_id: the documented response does not show them.
 */
function productAnswer(product: Answered) {
  const payUrl = publicAddress(`/products/${product.id}/pay`)
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    currency: product.currency,
    amount: product.amount,
    quantity: product.quantity,
    infinite: product.infinite,
    language: product.language,
    transaction_type: product.transactionType,
    created_at: product.createdAt.toISOString(),
    updated_at: product.updatedAt.toISOString(),
    test: product.test,
    additional_data: {},
    pay_url: payUrl,
    payment_url: payUrl,
    confirm_url: publicAddress(`/v2/confirm_order/${product.id}/${product.shopId}`),
  }
}

/** A malformed ID may contain what the database cannot store, such as NUL. */
const isProductId = (id: string): boolean => productId.safeParse(id).success

/** Returns the product with this ID, limited to `shopId` if given. Null if the ID is unknown or malformed. */
export async function findProduct(db: Database, id: string, shopId?: number): Promise<ProductRow | null> {
  if (!isProductId(id)) return null
  const [row] = await db
    .select()
    .from(products)
    .where(and(eq(products.id, id), shopId === undefined ? undefined : eq(products.shopId, shopId)))
  return row ?? null
}

type PayableState = 'payable' | 'sold_out' | 'expired'

/** Returns whether the product's link takes a payment now. An immortal product never expires. */
export function payableState(
  product: Pick<ProductRow, 'immortal' | 'expiredAt' | 'infinite' | 'quantity'>,
): PayableState {
  if (!product.immortal && product.expiredAt !== null && product.expiredAt <= new Date()) return 'expired'
  if (!product.infinite && (product.quantity ?? 0) <= 0) return 'sold_out'
  return 'payable'
}
