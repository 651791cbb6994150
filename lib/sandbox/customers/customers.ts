import 'server-only'
import { randomBytes } from 'node:crypto'
import { desc, eq, and } from 'drizzle-orm'
import { customerCreateIn, customerId, customerFields } from '../../gateway/customers/customer'
import type { Call } from '../http/endpoints'
import { currentReading } from '../http/lenient'
import { json, notFound, gatewayErrors, invalid } from '../http/refusal'
import { customers } from '../tables/records'

/** Endpoint 9, GET /customers: 200 and all customers in one array, newest first (the order is inferred). */
export async function listCustomers({ engine, shop }: Call): Promise<Response> {
  const rows = await engine.db
    .select({ id: customers.id, fields: customers.fields })
    .from(customers)
    .where(eq(customers.shopId, shop.id))
    .orderBy(desc(customers.position))
  return json(rows.map(customerAnswer))
}

/**
 * Endpoint 7, POST /customers: 201 and the customer, or 422 with errors by field (docs/gateway.md#errors). Ignores
 * unknown keys. Allows several customers with the same e-mail or external_id (inferred: nothing forbids it).
 */
export async function createCustomer({ engine, shop, body }: Call): Promise<Response> {
  const parsed = customerCreateIn(currentReading()).safeParse(await body())
  if (!parsed.success) throw invalid(gatewayErrors(parsed.error.issues))
  const id = `cst_${randomBytes(8).toString('hex')}`
  await engine.db.insert(customers).values({ shopId: shop.id, id, fields: parsed.data })
  return json(customerAnswer({ id, fields: parsed.data }), 201)
}

/**
 * Endpoint 8, GET /customers/{id}: 200 and the customer. 404 for an unknown ID is inferred: undocumented. Another
 * shop's customer counts as unknown.
 */
export async function getCustomer({ engine, shop, params }: Call<{ id: string }>): Promise<Response> {
  // A malformed ID may contain what the database cannot store, such as NUL.
  if (!customerId.safeParse(params.id).success) throw notFound()
  const [row] = await engine.db
    .select({ id: customers.id, fields: customers.fields })
    .from(customers)
    .where(and(eq(customers.shopId, shop.id), eq(customers.id, params.id)))
  if (!row) throw notFound()
  return json(customerAnswer(row))
}

/** Field names in the order of the documented table. */
const names = Object.keys(customerFields)

/** Returns a customer in the API's format: `id` plus the submitted fields (docs/gateway.md#customer-response). */
function customerAnswer({ id, fields }: Pick<typeof customers.$inferSelect, 'id' | 'fields'>) {
  const submitted = names.filter((name) => Object.hasOwn(fields, name)).map((name) => [name, fields[name]])
  return { id, ...(Object.fromEntries(submitted) as Record<string, unknown>) }
}
