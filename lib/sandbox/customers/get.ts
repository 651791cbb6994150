import 'server-only'
import { and, eq } from 'drizzle-orm'
import { customerId } from '../../gateway/customer'
import type { Call } from '../http/call'
import { json, notFound } from '../http/refusal'
import { customers } from '../tables/customers'
import { customerAnswer } from './answer'

/**
 * Endpoint 8, GET /customers/{id}: 200 and the customer. 404 for an unknown ID is inferred (“Not shown: the
 * response when a customer ID does not exist”). Another shop's customer is unknown.
 */
export async function getCustomer({ engine, shop, params }: Call<{ id: string }>): Promise<Response> {
  // What is no ID may hold what no database does, such as NUL.
  if (!customerId.safeParse(params.id).success) throw notFound()
  const [row] = await engine.db
    .select({ id: customers.id, fields: customers.fields })
    .from(customers)
    .where(and(eq(customers.shopId, shop.id), eq(customers.id, params.id)))
  if (!row) throw notFound()
  return json(customerAnswer(row))
}
