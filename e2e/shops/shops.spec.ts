import { freePort } from '../../scripts/lib/processes/free-port.mjs'
import { expectAccessible, expectNoSidewaysScroll } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { startServer } from '../kit/own-server'
import { hydrated } from '../kit/page'

/** A back office, and a second, independent gateway: another installation's sandbox. */
const office = await freePort()
const gateway = await freePort()
const owner = { email: 'owner@shop.example', password: 'twelve green bottles' }
const shop = { id: '8123', key: 'key-of-the-second-gateway' }

test('a gateway is connected by the browser alone, with a mistake on the way, and its key is replaced', async ({
  browser,
  expectErrors,
}) => {
  expectErrors(/422|403|409/)
  const stops = [
    await startServer(office, owner),
    await startServer(gateway, owner, { SANDBOX_SHOP_ID: shop.id, SANDBOX_SECRET_KEY: shop.key }),
  ]
  try {
    const context = await browser.newContext({ baseURL: `http://localhost:${office}` })
    const page = await context.newPage()
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()

    // Its network is closed until an administrator allows it.
    await page.goto('/installation')
    await page
      .getByRole('textbox', { name: /Networks that may be called/ })
      .first()
      .fill('127.0.0.1')
    await page.getByRole('button', { name: /^Save networks/ }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()

    await page.goto('/')
    await page.getByRole('link', { name: 'Connect your provider' }).click()
    await page.getByRole('radio', { name: 'A gateway with one address' }).check()
    await page.getByLabel('Shop ID').fill(shop.id)
    await page.getByLabel('Secret key').fill('a-key-with-a-mistake')
    // Choosing another and going back loses nothing.
    await page.getByRole('radio', { name: /sandbox/i }).check()
    await expect(page.getByLabel('Secret key')).toHaveCount(0)
    await page.getByRole('radio', { name: 'A gateway with one address' }).check()
    await expect(page.getByLabel('Secret key')).toHaveValue('a-key-with-a-mistake')
    await page.getByLabel('Address', { exact: true }).fill(`http://127.0.0.1:${gateway}/sandbox`)
    await page.getByLabel('Name', { exact: true }).fill('Paper & Co')
    await page.getByRole('button', { name: /Connect shop/ }).click()
    const report = page.getByRole('region', { name: 'Connection test' })
    await expect(report).toContainText('Something does not work yet')
    await expect(report).toContainText('Copy shop ID and secret key again')
    await expect(page.getByText(/^The connection does not work yet/)).toBeInViewport()
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(report.getByRole('status')).toBeInViewport()
    await expectAccessible(page, 'a failed connection test')
    await page.setViewportSize({ width: 360, height: 740 })
    await expectNoSidewaysScroll(page, 'a failed connection test')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByLabel('Secret key').fill(` ${shop.key} `)
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(report).toContainText('Everything works')
    await page.getByRole('button', { name: /Connect shop/ }).click()
    await expect(page).toHaveURL(`http://localhost:${office}/shops/shop-8123`)
    await expect(page.getByRole('region', { name: 'Test shop' })).toBeVisible()
    // The tab names shop and mode, and has the mode's icon.
    await expect(page).toHaveTitle('Overview · Paper & Co (test) · Counterfoil')
    const icon = page.locator('link[rel="icon"]')
    await expect(icon).toHaveAttribute('href', /icon-test\.svg/)
    expect((await page.request.get('/icon-test.svg')).headers()['content-type']).toContain('image/svg+xml')

    // The first steps wait for a notification, and say what the first one proves.
    const steps = page.getByRole('region', { name: 'First steps' }).getByRole('listitem')
    const addressStep = steps.filter({ hasText: 'Give the provider the notification address' })
    await expect(addressStep).toContainText('Waiting for the first notification')
    const detail = await page.request.get('/api/shops/shop-8123')
    const { notification_url: address } = (await detail.json()) as { notification_url: string }
    await page.request.post(address, {
      data: { transaction: { uid: crypto.randomUUID(), status: 'failed' } },
    })
    await expect(addressStep).toContainText('A notification arrived without credentials or signature')
    await expect(addressStep).not.toContainText('Waiting for the first notification')
    await expect(addressStep.getByRole('link', { name: 'Show it' })).toBeVisible()
    await expectAccessible(page, 'first steps of a test shop')

    await page.goto('/shops/shop-8123/settings/gateway')
    await expect(page.getByText('ends in eway')).toBeVisible()
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(report).toContainText('Everything works')
    await expectAccessible(page, 'gateway settings')
    await page.getByRole('button', { name: 'Replace key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New secret key').fill('a-key-the-gateway-does-not-know')
    await dialog.getByRole('button', { name: /Test and replace/ }).click()
    await expect(dialog).toContainText('Not accepted (status 401)')
    // The findings for one key are not shown beside another.
    await dialog.getByLabel('New secret key').fill('another-key')
    await expect(dialog.getByText('Not accepted (status 401)')).toHaveCount(0)
    await dialog.getByLabel('New secret key').fill('a-key-the-gateway-does-not-know')
    await dialog.getByText(/Replace even if/).click()
    await dialog.getByRole('button', { name: /Test and replace/ }).click()
    await expect(page.getByText('ends in know')).toBeVisible()
    await page.getByRole('button', { name: 'Use again' }).click()
    await expect(page.getByText('The old key is in use again')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Replace key' })).toBeFocused()

    await page.goto('/shops/shop-8123/settings/general')
    await page.getByRole('radio', { name: 'Live' }).check()
    const named = page.getByLabel('Name', { exact: true })
    await named.fill('Ink')
    // Someone else saves another name meanwhile: it is shown, and what was typed and chosen here stays.
    const connection = await page.request.get('/api/shops/shop-8123/connection')
    const { version } = (await connection.json()) as { version: number }
    const renamed = { data: { version, name: 'Paper' }, headers: { origin: `http://localhost:${office}` } }
    expect((await page.request.patch('/api/shops/shop-8123/connection', renamed)).ok()).toBe(true)
    const save = page.getByRole('button', { name: /^Save/ })
    await save.click()
    await expect(page.getByText('somebody else changed these settings in the meantime').first()).toBeVisible()
    await expect(page.getByText('Somebody else saved: Paper.').first()).toBeVisible()
    await expect(named).toHaveValue('Ink')
    await expect(page.getByRole('radio', { name: 'Live' })).toBeChecked()
    await named.fill('Paper')
    await save.click()
    await expect(page.getByText('Shop 8123 · live').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Test shop' })).toHaveCount(0)
    await page.goto('/shops/shop-8123')
    await expect(page).toHaveTitle('Overview · Paper · Counterfoil')
    await expect(page.locator('link[rel="icon"][href*="icon-test"]')).toHaveCount(0)
    await page.goto('/shops/shop-8123/settings/general')
    // The page is remembered once its effects have run.
    await hydrated(page.getByRole('button', { name: 'Archive shop' }))

    // Switching leads back to the page of each shop that was last open.
    const switchTo = async (name: RegExp) => {
      await page.getByRole('button', { name: /Shop \d+ · / }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await page.goto('/shops/sandbox/customers')
    await switchTo(/^Paper/)
    await expect(page).toHaveURL(/shop-8123\/settings\/general$/)
    await switchTo(/^Sandbox/)
    await expect(page).toHaveURL(/sandbox\/customers$/)

    // An archived shop can be read but not changed, until it is restored.
    await page.goto('/shops/shop-8123/settings/general')
    await page.getByRole('button', { name: 'Archive shop' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
    const ribbon = page.getByRole('region', { name: 'Archived shop' })
    await expect(ribbon).toBeVisible()
    await expectAccessible(page, 'an archived shop')
    await page.goto('/shops/shop-8123/products')
    await expect(page.getByRole('heading', { level: 1, name: 'Products' })).toBeVisible()
    await expect(ribbon).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'New product' })).toHaveCount(0)
    await page.goto('/shops/shop-8123/settings/general')
    await page.getByRole('button', { name: 'Use the shop again' }).click()
    await expect(page.getByText('Paper is in use again.')).toBeVisible()
    await expect(ribbon).toHaveCount(0)

    // The same gateway shop again is refused, and the first one named.
    await page.goto('/shops/new')
    await page.getByRole('radio', { name: 'A gateway with one address' }).check()
    await page.getByLabel('Shop ID').fill(shop.id)
    await page.getByLabel('Secret key').fill(shop.key)
    await page.getByLabel('Address', { exact: true }).fill(`http://127.0.0.1:${gateway}/sandbox`)
    await page.getByLabel('Name', { exact: true }).fill('Twin')
    await page.getByRole('button', { name: /Connect shop/ }).click()
    await expect(page.getByRole('alert').first()).toContainText('already connected, as Paper (shop-8123)')
    // Beside a live shop the sandbox shows no payment page to strangers. It offers sign-in.
    const stranger = await (await browser.newContext({ baseURL: `http://localhost:${office}` })).newPage()
    await stranger.goto('/sandbox/v2/checkout?token=any')
    await expect(stranger.getByText('Do you work here?')).toBeVisible()
    await stranger.getByRole('link', { name: 'Sign in' }).click()
    await expect(stranger).toHaveURL(/sign-in\?callbackUrl=%2Fsandbox%2Fv2%2Fcheckout%3Ftoken%3Dany/)
    await stranger.context().close()
    await context.close()
  } finally {
    await Promise.all(stops.map((stop) => stop()))
  }
})
