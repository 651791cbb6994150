import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openTestSandbox, basic, serveSandbox, testShop } from '@/lib/sandbox/testing'
import { inTurn, ms, quantile, table } from './kit/measure'

const products = 10_000

/** Target for the median of GET /sandbox/products, in milliseconds. */
const target = 300

it(`lists ${products} products over HTTP within ${target} ms, on the embedded engine`, async () => {
  const sandbox = await openTestSandbox('embedded')
  const server = await serveSandbox()
  await sandbox.engine.db.execute(sql`
    INSERT INTO sandbox.products (shop_id, id, name, description, currency, amount, quantity, infinite,
      visible_fields, test, immortal, language, transaction_type)
    SELECT ${testShop.shopId}, 'prd_' || lpad(to_hex(n), 16, '0'), 'Product ' || n, 'The one with number ' || n, 'EUR',
      n, n, false, '{email,first_name}', false, true, 'en', 'payment' FROM generate_series(1, ${products}) n`)
  const headers = { authorization: basic(testShop.shopId, testShop.secretKey) }
  let body = ''
  const list = async () => {
    body = await (await fetch(`${server.url}/sandbox/products`, { headers })).text()
  }
  const { all } = await inTurn({ all: list }, { rounds: 20, warmUp: 3 })
  await server.close()
  await sandbox.dispose()
  console.log(
    table([
      ['GET /sandbox/products', 'median', '95 %', 'most', 'target', 'MB'],
      [
        'ms',
        ms(quantile(all, 0.5)),
        ms(quantile(all, 0.95)),
        ms(quantile(all, 1)),
        String(target),
        (body.length / 1e6).toFixed(1),
      ],
    ]),
  )
  expect(JSON.parse(body)).toHaveLength(products)
  expect(quantile(all, 0.5)).toBeLessThan(target)
})
