import 'server-only'
import {
  productListReply,
  productReply,
  type ProductCreate,
  type ProductReply,
  type ProductUpdate,
} from '../products/product'
import type { ShopContext } from '../../core/server/context'
import { callGateway } from './call'

/** Converts amount and quantity to strings, as the product endpoints want them (docs/gateway.md#products). */
function onTheWire(product: ProductCreate | ProductUpdate): Record<string, unknown> {
  const { amount, quantity, ...rest } = product
  return {
    ...rest,
    ...(amount === undefined ? {} : { amount: String(amount) }),
    ...(quantity === undefined ? {} : { quantity: String(quantity) }),
  }
}

const address = ({ shop }: ShopContext, id?: string) =>
  `${shop.apmUrl}/products${id === undefined ? '' : `/${encodeURIComponent(id)}`}`

/** Endpoint 3. @throws GatewayError; never repeated. */
export const createAtGateway = (context: ShopContext, product: ProductCreate): Promise<ProductReply> =>
  callGateway(context, {
    method: 'POST',
    url: address(context),
    body: onTheWire(product),
    reply: productReply,
  })

/** Endpoint 4. An unknown ID is a 302 with a description, or a 404. */
export const readAtGateway = (context: ShopContext, id: string): Promise<ProductReply> =>
  callGateway(context, { method: 'GET', url: address(context, id), reply: productReply, one: true })

/** Endpoint 5: all products, in one array. */
export const listAtGateway = (context: ShopContext): Promise<ProductReply[]> =>
  callGateway(context, { method: 'GET', url: address(context), reply: productListReply })

/** Endpoint 6: replies 204 with an empty body. */
export const updateAtGateway = (context: ShopContext, id: string, change: ProductUpdate): Promise<void> =>
  callGateway(context, { method: 'PUT', url: address(context, id), body: onTheWire(change), one: true })
