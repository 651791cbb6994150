import { freePort } from '../../scripts/lib/processes/free-port.mjs'
import { expectAccessible, expectNoSidewaysScroll } from '../kit/accessible'
import { savedText } from '../kit/page'
import { expect, test } from '../kit/fixtures'
import { startServer } from '../kit/own-server'
import { make } from '../kit/products'

/** A back office, and another installation's sandbox as the gateway of its live shop. */
const office = await freePort()
const gateway = await freePort()
const person = { email: 'owner@shop.example', password: 'twelve green bottles' }
const shop = { id: 8123, key: 'key-of-the-second-gateway', name: 'Paper & Co' }
const stops: (() => Promise<void>)[] = []

test.use({ baseURL: `http://localhost:${office}` })
test.beforeAll(async () => {
  test.setTimeout(300_000)
  stops.push(await startServer(office, person))
  stops.push(
    await startServer(gateway, person, { SANDBOX_SHOP_ID: String(shop.id), SANDBOX_SECRET_KEY: shop.key }),
  )
})
test.afterAll(async () => void (await Promise.all(stops.map((stop) => stop()))))

test('products are copied from the sandbox to a live shop, once, and undone', async ({ page, signIn }) => {
  test.setTimeout(180_000)
  await signIn(person)
  const word = `copied${crypto.randomUUID().slice(0, 6)}`
  for (const name of ['Lamp', 'Chair']) await make(page.request, { name: `${name} ${word}`, amount: 1234 })

  // Without another shop there is nothing to copy to.
  const list = `/shops/sandbox/products?q=${word}&sort=name`
  const select = async () => {
    await page.goto(list)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
    await expect(page.getByRole('group', { name: 'Selection' })).toContainText('2 selected')
  }
  const copy = page.getByRole('button', { name: 'Copy to another shop…' })
  await select()
  await expect(copy).toHaveCount(0)

  const installation = await page.request.get('/api/installation')
  const { version } = (await installation.json()) as { version: number }
  await page.request.patch('/api/installation', { data: { version, allowed_networks: ['127.0.0.1'] } })
  const address = `http://127.0.0.1:${gateway}/sandbox`
  const added = await page.request.post('/api/shops', {
    data: {
      name: shop.name,
      mode: 'live',
      gateway_shop_id: shop.id,
      secret_key: shop.key,
      gateway_url: address,
      apm_url: address,
      checkout_url: address,
      public_key: '',
    },
  })
  expect(added.status()).toBe(201)

  await select()
  await copy.click()
  const dialog = page.getByRole('dialog', { name: 'Copy 2 products to another shop' })
  await expect(dialog.getByRole('button', { name: /Other shop/ })).toContainText('Paper & Co (live)')
  await expect(dialog).toContainText('This is a live shop')
  await expectAccessible(page, 'the copy dialog')
  // With the keyboard alone: a choice returns the focus, the focused day is visible, and a date submits the form too.
  const expiry = dialog.getByRole('button', { name: /New products whose expiry the gateway does not report/ })
  await expiry.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'Leave them out' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(expiry).toBeFocused()
  const calendar = dialog.getByRole('button', { name: /Calendar/ })
  await expect(calendar).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(calendar).toBeFocused()
  await page.keyboard.press('Enter')
  const today = page.getByRole('button', { name: /^Today/ })
  await expect(today).toBeFocused({ timeout: 15_000 })
  await expect(today).toHaveCSS('outline-style', 'solid')
  await page.keyboard.press('Escape')
  await expect(calendar).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('010220301200')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(/\/shops\/shop-8123\/jobs\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Copy products from Sandbox' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Differences' })).toContainText('€12.34')
  const run = 'Copy 2 products to Paper & Co, live'
  await expectAccessible(page, 'the dry run of a copy')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoSidewaysScroll(page, 'the dry run of a copy')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: run }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: run }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('table', { name: 'Rows' })).not.toContainText('not known')
  const report = await savedText(page, page.getByRole('link', { name: 'Report' }))
  expect(report).toMatch(new RegExp(`Done,prd_\\w+,Lamp ${word},12.34,EUR,http://localhost:${gateway}/`))

  await page.goto('/shops/sandbox/jobs')
  const copies = page.getByRole('region', { name: 'Copies to other shops' })
  await expectAccessible(page, 'jobs with copies')
  await copies.getByRole('link', { name: 'To Paper & Co (live)' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Copy products from Sandbox' })).toBeVisible()

  // A second copy has nothing to do.
  await select()
  await copy.click()
  await dialog.getByRole('button', { name: 'Show the differences' }).click()
  await expect(page.getByText('There is nothing to run: nothing would change.')).toBeVisible()

  await page.goto('/shops/sandbox/jobs')
  await copies.getByRole('link', { name: 'To Paper & Co (live)' }).last().click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('new products are archived')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Undo: / })).toBeVisible()
  await expect(page.getByRole('main').getByText('Done', { exact: true }).first()).toBeVisible()
  await page.goto(`/shops/shop-8123/products?q=${word}`)
  await expect(page.getByRole('link', { name: `Lamp ${word}` })).toHaveCount(0)
})
