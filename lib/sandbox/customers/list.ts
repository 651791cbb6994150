import 'server-only'
import { desc, eq } from 'drizzle-orm'
import type { Call } from '../http/call'
import { json } from '../http/refusal'
import { customers } from '../tables/customers'
import { customerAnswer } from './answer'

/** Endpoint 9, GET /customers: 200 and all customers in one array, newest first (the order is inferred). */
export async function listCustomers({ engine, shop }: Call): Promise<Response> {
  const rows = await engine.db
    .select({ id: customers.id, fields: customers.fields })
    .from(customers)
    .where(eq(customers.shopId, shop.id))
    .orderBy(desc(customers.position))
  return json(rows.map(customerAnswer))
}
