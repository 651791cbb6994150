import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { makeSome, productsWith } from '../kit/products'

const amountsOf = async (request: APIRequestContext, word: string) =>
  (await productsWith(request, word)).map(({ amount }) => amount)

async function selectAllOf(page: Page, word: string): Promise<void> {
  await page.goto(`/shops/sandbox/products?q=${word}&sort=name`)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

async function confirm(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: button, exact: true }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
}

const badge = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true }).first()
const rows = (page: Page, name: string) => page.getByRole('table', { name })

test('whoever closes the dialog while the dry run is ordered stays on the list', async ({ page, signIn }) => {
  await signIn()
  const word = await makeSome(page.request, [''])
  await selectAllOf(page, word)
  await choose(page, 'Set stock')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Quantity').fill('7')
  let send = () => {}
  const isFree = new Promise<void>((resolve) => (send = resolve))
  await page.route('**/products/bulk', async (route) => {
    await isFree
    await route.continue()
  })
  const answered = page.waitForResponse('**/products/bulk')
  await dialog.getByRole('button', { name: 'Show the differences' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  send()
  expect((await answered).status()).toBe(202)
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveURL(new RegExp(`products\\?q=${word}`))
})

test('prices of a selection are raised by percent, looked at first, and put back', async ({
  page,
  signIn,
}) => {
  test.slow()
  await signIn()
  const word = await makeSome(page.request, ['Pen', 'Ruler', 'Stapler'])
  await selectAllOf(page, word)
  await choose(page, 'Change price by percent')
  const dialog = page.getByRole('dialog', { name: 'Change the price of 3 products by percent' })
  await expect(dialog.getByLabel('Change in percent')).toBeFocused()
  await expect(dialog.getByText(/^Their links may be in use/)).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Fill this in', { exact: true })).toBeVisible()
  await expectAccessible(page, 'percent dialog')
  await dialog.getByLabel('Change in percent').fill('10')
  await dialog.getByRole('button', { name: /To multiples of/ }).click()
  await page.getByRole('option', { name: /^10 minor units/ }).click()
  await dialog.getByRole('button', { name: 'Show the differences' }).click()

  await expect(page).toHaveURL(/\/jobs\//)
  await expect(badge(page, 'Ready to run')).toBeVisible()
  const pen = rows(page, 'Differences').getByRole('row').filter({ hasText: 'Pen' })
  // 11.55 is exactly between two multiples of 10.
  await expect(pen).toContainText(/€10\.50.*€11\.60.*rounded from 11\.55/)
  await expect(page.getByRole('group', { name: 'Rows by state' })).toContainText('To do3')
  await expectAccessible(page, 'dry run')
  expect(await amountsOf(page.request, word)).toEqual([1050, 1050, 1050])

  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect(page.getByRole('alertdialog', { name: 'Send 3 changes?' })).toBeVisible()
  await expectAccessible(page, 'question')
  // The safe answer has the focus; the other one is the next stop.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(badge(page, 'Done')).toBeVisible({ timeout: 30_000 })
  expect(await amountsOf(page.request, word)).toEqual([1160, 1160, 1160])

  await confirm(page, 'Undo')
  await expect(page.getByRole('heading', { name: /^Undo: Raise the price/ })).toBeVisible()
  await expect(badge(page, 'Done')).toBeVisible({ timeout: 30_000 })
  expect(await amountsOf(page.request, word)).toEqual([1050, 1050, 1050])
  await page.getByRole('link', { name: 'Show it' }).click()
  await expect(page.getByText('This was undone.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Jobs' }).click()
  await expect(rows(page, 'Jobs').getByRole('row').filter({ hasText: 'Undo: Raise' }).first()).toContainText(
    '3 done',
  )
  await expectAccessible(page, 'jobs')
})

test('a bulk change of all but one match sets the stock, and a dry run can be discarded', async ({
  page,
  signIn,
}) => {
  await signIn()
  const word = await makeSome(page.request, ['Tile 10', 'Tile 11', 'Tile 12', 'Tile 13'])
  await page.goto(`/shops/sandbox/products?q=${word}&sort=name`)
  await page.getByRole('checkbox', { name: `Select Tile 11 ${word}` }).click()
  await page.getByRole('button', { name: 'Select all 4' }).click()
  await page.getByRole('checkbox', { name: `Select Tile 10 ${word}` }).click()
  await choose(page, 'Set stock')
  const dialog = page.getByRole('dialog', { name: 'Set the stock of 3 products' })
  await expect(dialog.getByLabel('Quantity')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Change', exact: true })).toBeFocused()
  await choose(page, 'Set stock')
  await dialog.getByLabel('Quantity').fill('7')
  await page.keyboard.press('Control+Enter')
  await expect(badge(page, 'Ready to run')).toBeVisible()
  await expect(page.getByText(`all that match “${word}”, except 1`)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Tile 10' })).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'Tile 11' })).toContainText(/40.*7/)
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep it' }).click()
  await expect(badge(page, 'Ready to run')).toBeVisible()
  await confirm(page, 'Discard')
  await expect(badge(page, 'Cancelled')).toBeVisible()
  await expect(page.getByRole('button', { name: /Run/ })).toHaveCount(0)
})

test('a question about a job ends when somebody else has started the job', async ({ page, signIn }) => {
  await signIn()
  const word = await makeSome(page.request, [''])
  await selectAllOf(page, word)
  await choose(page, 'Set stock')
  await page.getByRole('dialog').getByLabel('Quantity').fill('7')
  await page.keyboard.press('Control+Enter')
  await expect(badge(page, 'Ready to run')).toBeVisible()
  await page.getByRole('button', { name: 'Discard', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  const started = await page.request.post(`/api${new URL(page.url()).pathname}/run`)
  expect(started.status()).toBe(200)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await expect(badge(page, 'Done')).toBeVisible({ timeout: 30_000 })
  expect((await productsWith(page.request, word)).map(({ quantity }) => quantity)).toEqual([7])
})

test('on a phone: a job and the import page fit, and cards show the differences', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await signIn()
  const word = await makeSome(page.request, ['Card'])
  await page.goto(`/shops/sandbox/products?q=${word}`)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: `Select Card ${word}` }).click()
  await choose(page, 'Extend expiry')
  const dialog = page.getByRole('dialog', { name: 'Extend the expiry of 1 product' })
  await dialog.getByRole('button', { name: /How long/ }).click()
  await page.getByRole('option', { name: 'No expiry at all' }).click()
  await dialog.getByRole('button', { name: 'Show the differences' }).click()
  await expect(page.getByText('Nothing would change.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: `Card ${word}` })).toContainText('Unchanged')
  await expectAccessible(page, 'job on a phone')
  await expectNoSidewaysScroll(page, 'job')
  await page.goto('/shops/sandbox/products/import')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  await expectNoSidewaysScroll(page, 'import')
})
