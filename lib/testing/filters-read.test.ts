/**
 * Checks that the condition of a list reads each filter of its description. A filter that nothing reads finds
 * everything.
 */
import { expect, it } from 'vitest'
import { activityList } from '../activity/filters'
import { whereFiltered as whereActivity } from '../activity/server/list'
import { checkoutList } from '../checkouts/filters'
import { whereFiltered as whereCheckout } from '../checkouts/server/listing/list'
import type { ShopContext } from '../core/server/context'
import { customerList } from '../customers/filters'
import { whereFiltered as whereCustomer } from '../customers/server/listing/list'
import { paymentList } from '../payments/filters'
import { whereFiltered as wherePayment } from '../payments/server/listing/filter'
import { productList } from '../products/filters'
import { whereFiltered as whereProduct } from '../products/server/listing/list'

const shop = { id: 'shop', timeZone: null } as unknown as ShopContext['shop']
const context = { shop } as ShopContext

/** The names that `read` takes from a query in which no filter is set. */
async function namesRead(read: (query: never) => unknown): Promise<string[]> {
  const names = new Set<string>()
  const query = new Proxy({}, { get: (_, name) => void names.add(String(name)) })
  await read(query as never)
  return [...names]
}

it.each([
  ['activity', activityList, (query: never) => whereActivity(context, query)],
  ['checkouts', checkoutList, (query: never) => whereCheckout(shop, query)],
  ['customers', customerList, (query: never) => whereCustomer(shop, query)],
  ['payments', paymentList, (query: never) => wherePayment(context, query)],
  ['products', productList, (query: never) => whereProduct('shop', query)],
] as const)('the condition of the list of %s reads every filter', async (_, { filters }, read) => {
  const names = await namesRead(read)
  expect(Object.keys(filters).filter((name) => !names.includes(name))).toEqual([])
})
