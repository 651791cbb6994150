import { createServer } from 'node:http'
import { freePort } from '../../scripts/lib/processes/free-port.mjs'
import { looks } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { startServer } from '../kit/own-server'

/** A live shop whose gateway was never reachable, on a server without a configured public address. */
const [port, gatewayPort] = [await freePort(), await freePort()]
const gateway = `http://127.0.0.1:${gatewayPort}`
const shop = '/shops/shop-361'
let stop = async () => {}

test.use({ baseURL: `http://localhost:${port}` })
test.beforeAll(async () => {
  const live = { SANDBOX: 'off', SHOP_ID: '361', SHOP_SECRET_KEY: 'a secret key for browser tests' }
  const hosts = { GATEWAY_URL: gateway, APM_URL: gateway, CHECKOUT_URL: gateway }
  stop = await startServer(
    port,
    { email: 'owner@localhost', password: 'a password for browser tests' },
    {
      ...live,
      ...hosts,
    },
  )
})
test.afterAll(async () => stop())

for (const [of, query] of [
  ['products', 'q=atlas'],
  ['products', 'state=live'],
  ['customers', 'q=maria'],
  ['customers', ''],
])
  test(`${of}?${query} of a gateway that was never there: not read, with Retry, and nothing else`, async ({
    page,
    signIn,
    expectErrors,
  }) => {
    expectErrors(/503|502/)
    await signIn()
    await page.goto(`${shop}/${of}?${query}`)
    const list = page.getByRole('main')
    await expect(list.getByText('The gateway does not answer.')).toBeVisible()
    await expect(list.getByText('Not read yet')).toBeVisible()
    await expect(list.getByText(/cannot be searched/)).toHaveCount(query ? 1 : 0)
    await expect(list.getByText(/Last tried/)).toBeVisible()
    await expect(list.getByText(/Next try in|Trying again/)).toBeVisible()
    for (const wrong of ['Nothing found', /reading the gateway/i])
      await expect(list.getByText(wrong)).toHaveCount(0)
    const retry = list.getByRole('button', { name: 'Retry' })
    await expect(retry).toHaveCount(2)
    const asked = page.waitForResponse((response) => response.url().endsWith(`/${of}/sync`))
    await retry.last().click()
    // Another, automatic sync may be trying at this moment.
    expect(await (await asked).text()).toMatch(/gateway_unavailable|running_elsewhere/)
    await expect(list.getByText('Not read yet')).toBeVisible()
  })

for (const look of looks)
  test(`a list that was never read fits, ${look.name}`, async ({ page, signIn }) => {
    await look.take(page)
    await signIn()
    await page.goto(`${shop}/customers?q=maria`)
    await expect(page.getByText('The gateway does not answer.')).toBeVisible()
    await look.expectFit(page, 'never read')
  })

test('an unreachable address for the provider is explained', async ({ page, signIn }) => {
  await signIn()
  await page.goto(shop)
  const step = page.getByRole('region', { name: 'First steps' }).getByRole('listitem').filter({
    hasText: 'Give the provider the notification address',
  })
  await expect(step.getByText(/No provider can reach this address.*APP_URL/)).toBeVisible()
  for (const path of ['notifications', 'settings/notifications']) {
    await page.goto(`${shop}/${path}`)
    await expect(page.getByText(/No provider can reach this address.*APP_URL/)).toBeVisible()
  }
})

test('once the gateway answers, Retry reads the list', async ({ page, signIn, expectErrors }) => {
  test.slow()
  expectErrors(/503|502/)
  await signIn()
  await page.goto(`${shop}/products?q=atlas`)
  const retry = page.getByRole('button', { name: 'Retry' }).first()
  await expect(retry).toBeVisible()
  const atlas = { id: 'prd_0123456789abcdef', name: 'Atlas', currency: 'EUR', amount: '11000' }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url === '/products' ? [atlas] : []))
  }).listen(gatewayPort, '127.0.0.1')
  const row = page.getByRole('row').filter({ hasText: 'Atlas' })
  // After a failure the client waits before it asks the gateway again.
  await expect(async () => {
    if ((await row.count()) === 0) await retry.click({ timeout: 1000 })
    await expect(row).toBeVisible({ timeout: 3000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByText('Not read yet')).toHaveCount(0)
  server.closeAllConnections()
  server.close()
})
