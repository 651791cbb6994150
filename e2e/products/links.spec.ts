import type { Locator } from '@playwright/test'
import { expectAccessible } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { make } from '../kit/products'

const before = 'what was there before'

test('a link that cannot be paid is dead wherever it can be copied, with its repair', async ({
  page,
  clipboard,
  signIn,
}) => {
  await signIn()
  const { id, name } = await make(page.request, { quantity: 0 })
  const reason = 'This product is sold out.'
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}`)
  await clipboard.write(before)
  const row = page.getByRole('row').filter({ hasText: name })
  const copy = row.getByRole('button', { name: `Copy link to the payment page of ${name}` })
  await expect(copy).toHaveAccessibleName(new RegExp(`not possible. ${reason}`))
  await expect(row.getByRole('button', { name: `QR code of ${name}` })).toHaveCount(0)
  // Playwright considers it disabled, but a person can press it.
  await copy.click({ force: true })
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(reason)
  expect(await clipboard.read()).toBe(before)
  await expectAccessible(page, 'dead link in the list')

  await page.goto(`/shops/sandbox/products/print?ids=${id}`)
  await expect(page.getByText(reason)).toBeVisible()
  await expect(page.getByRole('img', { name: `QR code of ${name}` })).toHaveCount(0)

  await page.goto(`/shops/sandbox/products/${id}`)
  await expect(page.getByRole('img', { name: 'QR code of the payment page' })).toHaveCount(0)
  await expect(
    page.getByRole('button', { name: `Copy: Payment page: not possible. ${reason}` }),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Copy: Confirmation page: not possible/ })).toBeVisible()
  // Neither a right click nor selecting the text copies it.
  await expect(page.getByRole('link', { name: /page, opens in a new tab$/ })).toHaveCount(0)
  await page.keyboard.press('Control+A')
  expect(await page.evaluate(() => getSelection()?.toString())).not.toContain(`/${id}/pay`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('alert')).toContainText(reason)
  await expect(sheet.getByRole('link', { name: 'E-mail' })).toHaveCount(0)
  await expectAccessible(page, 'share sheet of a dead link')

  await sheet.getByRole('link', { name: `Restock: ${name}` }).click()
  const quantity = page.getByLabel('Quantity')
  await expect(quantity).toBeFocused()
  await quantity.fill('3')
  await page.getByRole('button', { name: 'Save', exact: false }).first().click()
  await expect(page.getByRole('img', { name: 'QR code of the payment page' })).toBeVisible()
})

test('an archived product is found by its name in the palette, and in the list on demand', async ({
  page,
  signIn,
}) => {
  await signIn()
  const { id, name } = await make(page.request)
  expect((await page.request.post(`/api/shops/sandbox/products/${id}/archive`)).ok()).toBe(true)
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}`)
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Search archived too' }).click()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row.getByRole('button', { name: `Open again: ${name}` })).toBeVisible()
  await expect(page).toHaveURL(/archived=include/)

  await page.goto('/shops/sandbox')
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type(name)
  await expect(page.getByRole('menuitem', { name })).toContainText('Archived')
})

test('a new price on a sold-out link asks first, and says that nobody can pay it', async ({
  page,
  signIn,
}) => {
  await signIn()
  const { id, name } = await make(page.request, { quantity: 0 })
  const inHands = 'This product is sold out. Its link may be in use'
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  await page.getByLabel('Price', { exact: true }).fill('70')
  await page.getByRole('button', { name: 'Save changes' }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Change the price on its link?' })
  await expect(question).toContainText(inHands)
  await question.getByRole('button', { name: 'Change price' }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  await row.getByRole('button', { name: `Change price of ${name}` }).click()
  const quick = page.getByRole('dialog', { name: `Change price of ${name}` })
  await quick.getByLabel('Price').fill('75')
  await quick.getByRole('button', { name: 'Save' }).click()
  await expect(quick.getByRole('alert')).toContainText(inHands)
})

test('a link expires while it is shown, without a reload', async ({ page, signIn }) => {
  await signIn()
  const expires = new Date(Date.now() + 3_600_000)
  const expiredAt = expires.toISOString().replace(/\.\d+Z$/, '+00:00')
  const { name } = await make(page.request, { immortal: undefined, expired_at: expiredAt })
  await page.clock.install()
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: name })
  const copy = row.getByRole('button', { name: `Copy link to the payment page of ${name}` })
  await expect(copy).toHaveAccessibleName(`Copy link to the payment page of ${name}`)
  await page.clock.fastForward('01:00:10')
  await expect(copy).toHaveAccessibleName(/not possible. This link has expired./)
  await expect(row.getByRole('link', { name: `Extend: ${name}` })).toBeVisible()
})

test('the list and the QR dialog say which page they copy, and offer the other', async ({
  page,
  clipboard,
  signIn,
}) => {
  await signIn()
  const { name, pay_url: payUrl, confirm_url: confirmUrl } = await make(page.request)
  const copied = clipboard.read
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}`)
  const pay = page.getByRole('button', { name: `Copy link to the payment page of ${name}` })
  await expect(pay).toContainText('Payment page')
  await pay.click()
  await expect.poll(copied).toBe(payUrl)
  const confirm = page.getByRole('button', { name: `Copy link to the confirmation page of ${name}` })
  await confirm.click()
  await expect.poll(copied).toBe(confirmUrl)
  const middleOf = async (button: Locator) => {
    const box = await button.boundingBox()
    return box!.y + box!.height / 2
  }
  expect(Math.abs((await middleOf(confirm)) - (await middleOf(pay)))).toBeLessThan(1)
  await page.getByRole('button', { name: `QR code of ${name}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('tab', { name: 'Payment page' })).toBeVisible()
  await expectAccessible(page, 'QR dialog')
  await dialog.getByRole('button', { name: 'Copy: Payment page' }).click()
  await expect.poll(copied).toBe(payUrl)
  await dialog.getByRole('tab', { name: 'Confirmation page' }).click()
  await dialog.getByRole('button', { name: 'Copy: Confirmation page' }).click()
  await expect.poll(copied).toBe(confirmUrl)
})

test('a name that another product has asks once', async ({ page, signIn }) => {
  await signIn()
  const { name } = await make(page.request)
  await page.goto('/shops/sandbox/products/new')
  await page.getByLabel('Name', { exact: true }).fill(` ${name.toUpperCase()} `)
  await page.getByLabel('Description', { exact: true }).fill('Steel')
  await page.getByLabel('Price', { exact: true }).fill('45')
  const create = page.getByRole('button', { name: 'Create product' }).first()
  await create.click()
  const question = page.getByRole('alertdialog', { name: 'There is a product with this name' })
  await expect(question).toContainText(name)
  await expectAccessible(page, 'question about a name')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/products\/new$/)
  await create.click()
  await question.getByRole('button', { name: 'Use the name anyway' }).click()
  await expect(page).toHaveURL(/products\/prd_/)
})

test('an edit to the name of another product asks once', async ({ page, signIn }) => {
  await signIn()
  const { name } = await make(page.request)
  const { id, name: own } = await make(page.request)
  const field = page.getByLabel('Name', { exact: true })
  const save = page.getByRole('button', { name: 'Save changes' }).first()
  const question = page.getByRole('alertdialog', { name: 'There is a product with this name' })
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  await field.fill(name.toUpperCase())
  await save.click()
  await expect(question).toContainText(name)
  await question.getByRole('button', { name: 'Use the name anyway' }).click()
  await expect(page.getByRole('heading', { level: 1, name: name.toUpperCase() })).toBeVisible()

  // A change of case keeps the product's own name, so there is no question.
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  await field.fill(own)
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: own })).toBeVisible()
  await page.goto(`/shops/sandbox/products/${id}/edit`)
  await field.fill(own.toUpperCase())
  await save.click()
  await expect(page.getByRole('heading', { level: 1, name: own.toUpperCase() })).toBeVisible()
})
