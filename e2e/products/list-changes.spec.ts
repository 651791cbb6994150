import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { make } from '../kit/products'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' })

test('a price is changed in the list and put back, by keyboard', async ({ page, signIn }) => {
  await signIn()
  const { id, name } = await make(page.request)
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: `Change price of ${name}` }).focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: `Change price of ${name}` })
  await expect(form.getByLabel('Price')).toBeFocused()
  await expect(form.getByLabel('Price')).toHaveValue('65.00')
  await page.keyboard.type('1.2345')
  await page.keyboard.press('Enter')
  await expect(form.getByText(/decimals/i)).toBeVisible()
  await form.getByLabel('Price').fill('70')
  await expectAccessible(page, 'quick edit')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toContainText('Its link may be in use')
  await page.keyboard.press('Enter')
  expect((await sent).postDataJSON()).toEqual({ amount: 7000, expect: { amount: 6500, currency: 'EUR' } })
  await expect(rowOf(page, name)).toContainText('€70.00')
  await expect(page.getByRole('button', { name: `Change price of ${name}` })).toBeFocused()

  const undone = page.waitForRequest((request) => request.method() === 'PATCH')
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  expect((await undone).postDataJSON()).toEqual({ amount: 6500, expect: { amount: 7000, currency: 'EUR' } })
  await expect(rowOf(page, name)).toContainText('€65.00')
  const held = await page.request.get(`/api/shops/sandbox/products/${id}`)
  expect(await held.json()).toMatchObject({ amount: 6500 })
})

test('neither an edit nor an undo overwrites outside changes', async ({ page, signIn, expectErrors }) => {
  expectErrors(/409/)
  await signIn()
  const { id, name } = await make(page.request, { quantity: 40 })
  const elsewhere = (quantity: number) =>
    page.request.patch(`/api/shops/sandbox/products/${id}`, { data: { quantity } })
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}`)
  const form = page.getByRole('dialog', { name: `Change stock of ${name}` })
  await page.getByRole('button', { name: `Change stock of ${name}` }).click()
  await expect(form.getByLabel('Quantity')).toHaveValue('40')
  await elsewhere(38)
  await form.getByLabel('Quantity').fill('50')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form.getByRole('alert')).toContainText('it is now 38')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(rowOf(page, name)).toContainText('50')
  await elsewhere(49)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(toasts(page)).toContainText('is now 49')
  const held = await page.request.get(`/api/shops/sandbox/products/${id}`)
  expect(await held.json()).toMatchObject({ quantity: 49 })
})

test('archiving hides a product, Undo and the filter bring it back', async ({ page, signIn }) => {
  await signIn()
  const { name } = await make(page.request)
  const search = `/shops/sandbox/products?q=${encodeURIComponent(name)}`
  await page.goto(search)
  const archive = async (item: string) => {
    await page.getByRole('button', { name: `More for ${name}` }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await archive('Archive')
  await expect(rowOf(page, name)).toHaveCount(0)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(page, name)).toBeVisible()
  await archive('Archive')
  await expect(rowOf(page, name)).toHaveCount(0)
  await page.goto(`${search}&archived=only`)
  await expect(rowOf(page, name).getByText('Archived')).toBeVisible()
  await archive('Open again')
  await expect(rowOf(page, name)).toHaveCount(0)
  await page.goto(search)
  await expect(rowOf(page, name)).toBeVisible()
})

test('a selection counts, and takes, only rows that the list still has', async ({ page, signIn }) => {
  await signIn()
  const word = crypto.randomUUID().slice(0, 8)
  const names = ['A', 'B', 'C', 'D'].map((letter) => `${word} ${letter}`)
  const made = new Map<string, string>()
  for (const name of names) made.set(name, (await make(page.request, { name })).id)
  const [first = '', second = '', third = '', fourth = ''] = names
  const archiveElsewhere = async (name: string) => {
    await page.request.post(`/api/shops/sandbox/products/${made.get(name)}/archive`)
    await expect(rowOf(page, name)).toHaveCount(0)
  }
  await page.goto(`/shops/sandbox/products?q=${word}`)
  const bar = page.getByRole('group', { name: 'Selection' })
  const pick = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` }).click()
  await pick(first)
  await pick(second)
  await expect(bar).toContainText('2 selected')
  await archiveElsewhere(second)
  await expect(bar).toContainText('1 selected')
  await bar.getByRole('button', { name: 'Copy links' }).click()
  await expect(toasts(page).getByText('1 link copied.')).toBeVisible()

  await bar.getByRole('button', { name: 'Select all 3' }).click()
  await pick(third)
  await expect(bar).toContainText('2 selected')
  await archiveElsewhere(third)
  await expect(bar).toContainText('2 selected')
  await archiveElsewhere(fourth)
  await expect(bar).toContainText('1 selected')
})
