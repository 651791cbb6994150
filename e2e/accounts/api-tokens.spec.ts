import type { Page } from '@playwright/test'
import { expectAccessible, looks } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'

const tokenForm = /^cfl_[0-9A-Za-z]{49}$/

/** Opens the dialog of a new token. Its code loads on intent. */
async function openNew(page: Page) {
  await page.getByRole('button', { name: 'New API token' }).click()
  return page.getByRole('dialog', { name: 'New API token' })
}

/** Calls the API as a program does: without the browser's cookies. */
const call = async (baseURL: string | undefined, token: string, path: string) =>
  (await fetch(`${baseURL}/api/shops/sandbox${path}`, { headers: { authorization: `Bearer ${token}` } }))
    .status

test('an owner makes a token of the shop, a program uses it, and it is revoked', async ({
  page,
  clipboard,
  signIn,
  baseURL,
  expectErrors,
}) => {
  expectErrors(/422/)
  await signIn()
  await page.goto('/shops/sandbox/settings')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^API tokens/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'API tokens' })).toBeVisible()
  const dialog = await openNew(page)
  await dialog.getByRole('button', { name: 'Make the token' }).click()
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(dialog.getByText('What it may do: Choose at least one')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('Till 7')
  await dialog.getByText('See products', { exact: true }).click()
  await expect(dialog.getByRole('checkbox', { name: 'See products' })).toBeChecked()
  await dialog.getByLabel('Valid for days').fill('400')
  await dialog.getByLabel('Allowed addresses').fill('127.0.0.0/8\n::1\nnowhere')
  await dialog.getByRole('button', { name: 'Make the token' }).click()
  await expect(dialog.getByText('nowhere:')).toBeVisible()
  await expectAccessible(page, 'a new API token')
  await dialog.getByLabel('Valid for days').fill('30')
  await dialog.getByLabel('Allowed addresses').fill('127.0.0.0/8\n::1')
  await dialog.getByRole('button', { name: 'Make the token' }).click()

  const shown = page.getByRole('dialog', { name: 'API token Till 7' })
  const token = (await shown.getByText(tokenForm).textContent()) ?? ''
  await shown.getByRole('button', { name: 'Copy token' }).click()
  await expect.poll(clipboard.read).toBe(token)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('button', { name: 'New API token' })).toBeFocused()
  await page.keyboard.press('n')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const row = page.getByRole('table', { name: 'API tokens' }).getByRole('row', { name: /Till 7/ })
  await expect(row).toContainText(token.slice(0, 8))
  await expect(row).toContainText('See products')
  await expect(row).toContainText('never')
  await expect(row).toContainText('Active')
  expect(await page.content()).not.toContain(token)

  expect(await call(baseURL, token, '/products')).toBe(200)
  expect(await call(baseURL, token, '/customers')).toBe(403)
  await page.reload()
  await expect(row).toContainText('from ')
  for (const look of looks) {
    await look.take(page)
    await look.expectFit(page, 'API tokens')
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await row.getByRole('button', { name: 'Revoke Till 7' }).click()
  const question = page.getByRole('alertdialog', { name: 'Revoke Till 7?' })
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(question).toBeHidden()
  await expect(row).toContainText('Revoked')
  await expect(row.getByRole('button')).toHaveCount(0)
  expect(await call(baseURL, token, '/products')).toBe(401)
})

test('a person has tokens of their own, and no more than they may do', async ({ page, signIn, baseURL }) => {
  await signIn()
  await page.goto('/account')
  const section = page.getByRole('region', { name: 'API tokens' })
  const dialog = await openNew(page)
  await dialog.getByLabel('Name', { exact: true }).fill('Monthly report')
  await dialog.getByText('See payments', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Make the token' }).click()
  const shown = page.getByRole('dialog', { name: 'API token Monthly report' })
  const token = (await shown.getByText(tokenForm).textContent()) ?? ''
  await shown.getByRole('button', { name: 'Done' }).click()
  const item = section.getByRole('listitem').filter({ hasText: 'Monthly report' })
  await expect(item).toContainText('See payments')
  await expectAccessible(page, 'the account with API tokens')
  expect(await call(baseURL, token, '/payments')).toBe(200)
  await page.goto('/shops/sandbox/settings/api-tokens')
  await expect(page.getByRole('row', { name: /Monthly report.*of Owner/ })).toBeVisible()
  await page.goto('/account')
  await item.getByRole('button', { name: 'Revoke Monthly report' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(item).toContainText('Revoked')
  expect(await call(baseURL, token, '/payments')).toBe(401)
})

test('the API is described for people and for programs', async ({ page, signIn, request, expectErrors }) => {
  expectErrors(/404/)
  await signIn()
  await page.goto('/shops/sandbox/settings/api-tokens')
  await page.getByRole('link', { name: 'What the API can do' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'API' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expectAccessible(page, 'the API')
  await page.getByRole('link', { name: /^Make a checkout Scope checkouts\.create POST/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Checkouts' })).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  const operation = page.getByRole('region', { name: 'Make a checkout', exact: true })
  await expect(operation).toBeInViewport()
  await expect(operation.getByText('transaction_type').first()).toBeVisible()
  await expect(operation.getByText('curl -X POST')).toBeVisible()
  for (const look of looks) {
    await look.take(page)
    await look.expectFit(page, 'checkouts of the API')
  }
  await page.goto('/api-reference/no-such-part')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const file = await request.get('/api/openapi.json')
  expect(file.status()).toBe(200)
  expect(await file.json()).toMatchObject({ openapi: '3.1.0' })
})
