import { freePort } from '../../scripts/lib/processes/free-port.mjs'
import { looks } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { startServer } from '../kit/own-server'

const port = await freePort()
let stop = async () => {}

test.use({ baseURL: `http://localhost:${port}` })
test.beforeAll(async () => {
  stop = await startServer(port, { email: 'owner@localhost', password: 'a password for browser tests' })
})
test.afterAll(async () => stop())

for (const look of looks)
  test(`first steps come before all figures, ${look.name}`, async ({ page, signIn }) => {
    await look.take(page)
    await signIn()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    const steps = page.getByRole('region', { name: 'First steps' })
    const [first, figure] = [await steps.boundingBox(), await page.getByRole('term').first().boundingBox()]
    expect(first?.y).toBeLessThan(figure?.y ?? 0)
    await expect(page.getByText(/^before:/)).toHaveCount(0)
    await look.expectFit(page, 'the first overview')
  })

test('the demo payment is made within its step, which is ticked off', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/')
  const step = page
    .getByRole('region', { name: 'First steps' })
    .getByRole('listitem')
    .filter({ hasText: 'Make a test payment' })
  const pay = page.getByRole('button', { name: 'Pay a demo' })
  await expect(pay).toHaveCount(1)
  await step.getByRole('button', { name: 'Pay a demo' }).click()
  await expect(step.getByText('(done)')).toBeVisible()
  await expect(pay).toBeFocused()
  // Once there is a payment, the overview shows figures.
  await page.reload()
  await expect(
    page.getByRole('region', { name: 'Latest payments' }).getByRole('button', { name: 'Pay a demo' }),
  ).toBeVisible()
  await expect(step.getByText('(done)')).toBeVisible()
})

test('without jobs there is one way to each import', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/jobs')
  await expect(page.getByRole('link', { name: 'Import products' })).toHaveCount(1)
})

test('with the keyboard, the only shop leads to adding one, and a setting is found', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/')
  const switcher = page.getByRole('button', { name: /Shop \d+ · sandbox/ })
  await switcher.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu').getByRole('menuitem')).toHaveCount(2)
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Add a shop' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/shops\/new$/)
  await page.getByRole('radio').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'A gateway with one address' })).toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Shop ID')).toBeFocused()
  await page.keyboard.type('5501x')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Secret key')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('alert').first()).toContainText('A shop ID has digits only')

  await page.goto('/shops/sandbox/settings')
  await page.getByRole('searchbox', { name: 'Find a setting' }).focus()
  await page.keyboard.type('logo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Appearance' })).toBeVisible()
})

test('text below a narrow input has the usual width', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/new')
  await page.getByRole('radio', { name: 'A gateway with one address' }).check()
  const box = page.getByLabel('Shop ID')
  const width = async (what: typeof box) => (await what.boundingBox())?.width ?? 0
  expect(await width(box)).toBeLessThanOrEqual(240)
  const described = (await box.getAttribute('aria-describedby'))?.split(' ')[0] ?? ''
  expect(await width(page.locator(`[id="${described}"]`))).toBeGreaterThan(240)
})
