import 'server-only'
import { randomBytes } from 'node:crypto'
import { customerCreateIn } from '../../gateway/customer'
import type { Call } from '../http/call'
import { gatewayErrors, invalid } from '../http/invalid'
import { reading } from '../http/lenient'
import { json } from '../http/refusal'
import { customers } from '../tables/customers'
import { customerAnswer } from './answer'

/**
 * Endpoint 7, POST /customers: 201 and the customer, or 422 with errors by field (docs/gateway.md#errors). Unknown
 * keys are left out. That two customers may have the same e-mail or external_id is inferred: the interface
 * forbids it nowhere.
 */
export async function createCustomer({ engine, shop, body }: Call): Promise<Response> {
  const parsed = customerCreateIn(reading()).safeParse(await body())
  if (!parsed.success) throw invalid(gatewayErrors(parsed.error.issues))
  const id = `cst_${randomBytes(8).toString('hex')}`
  await engine.db.insert(customers).values({ shopId: shop.id, id, fields: parsed.data })
  return json(customerAnswer({ id, fields: parsed.data }), 201)
}
