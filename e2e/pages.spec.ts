import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './fixtures'

const pages = ['/shops/sandbox/products', '/shops/sandbox/products/new', '/shops/sandbox/notifications']

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 360]) {
    test(`no accessibility violations and no sideways scroll, ${theme}, ${width} px`, async ({
      page,
      context,
      signIn,
      baseURL,
    }) => {
      await page.setViewportSize({ width, height: 900 })
      await context.addCookies([{ name: 'theme', value: theme, url: baseURL ?? '' }])
      await signIn()
      for (const path of pages) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id, nodes }) => `${path} ${id}: ${nodes[0]?.html}`)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
          true,
        )
      }
    })
  }
}

test('the form says what is wrong, in place and in a summary, and keeps what was typed', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/shops/sandbox/products/new')
  await page.getByLabel('Price', { exact: true }).fill('1.234')
  await page.getByText('No expiry').click()
  await page
    .getByRole('button', { name: /Create product/ })
    .first()
    .click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByText(/decimals/i).first()).toBeVisible()
  await expect(page.getByLabel('Price', { exact: true })).toHaveValue('1.234')
  await expect(page).toHaveURL(/\/new$/)
})

test('the list by keyboard: search, move, open, and a new one', async ({ page, signIn }) => {
  await signIn()
  const search = page.getByRole('textbox', { name: 'Name, description or ID' })
  await expect(async () => {
    await page.keyboard.press('/') // Until the page has come alive nobody listens to keys.
    await expect(search).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type('gift')
  await expect(page).toHaveURL(/q=gift/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await search.blur()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Gift card 25' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/q=gift/)
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'New product' })).toBeVisible()
})

test('what is typed before the page has come alive is kept', async ({ page, signIn }) => {
  await signIn()
  let release = () => {}
  const hold = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/_next/static/**/*.js', async (route) => {
    await hold
    await route.continue()
  })
  await page.goto('/shops/sandbox/products/new', { waitUntil: 'commit' })
  await page.getByLabel('Name', { exact: true }).fill('Typed early')
  await page.getByLabel('Price', { exact: true }).fill('3.50')
  release()
  await expect(page.getByText('350 minor units')).toBeVisible()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Typed early')
})
