import { expectNoSidewaysScroll } from './kit/accessible'
import { expect, test } from './kit/fixtures'
import { make } from './kit/products'

test('a list is printed as a table, below its heading', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/products')
  await expect(page.getByRole('table')).toBeVisible()
  // A4 less its margins: narrower than the windows that get a table on the screen.
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1000 })
  await expect(page.getByRole('table')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByRole('search')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Read the gateway’s list again' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toHaveCSS('position', 'static')
  await expectNoSidewaysScroll(page, 'printed list')
})

test('a list has the exact times in tooltips and on paper', async ({ page, signIn }) => {
  await signIn()
  await make(page.request)
  await page.goto('/shops/sandbox/settings/activity')
  const time = page.getByRole('main').locator('time').first()
  const exact = /^\d{1,2} \w{3} \d{4}, \d{2}:\d{2}:\d{2} [+-]\d{2}:\d{2}$/
  await expect(time).toHaveAttribute('title', exact)
  await page.emulateMedia({ media: 'print' })
  const printed = await time.evaluate((element) => getComputedStyle(element, '::after').content)
  expect(printed.replaceAll('"', '')).toMatch(exact)
})
