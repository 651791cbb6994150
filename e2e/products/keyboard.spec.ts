import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { make } from '../kit/products'

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' })
const bar = (page: Page) => page.getByRole('group', { name: 'Selection' })
const search = (page: Page) => page.getByRole('textbox', { name: 'Name, description or ID' })

/** Creates products that share a unique word: `… 01`, `… 02` and so on. */
async function makeMany(request: APIRequestContext, count: number): Promise<string> {
  const word = `key${crypto.randomUUID().slice(0, 8)}`
  for (let at = 1; at <= count; at++) await make(request, { name: `${word} ${String(at).padStart(2, '0')}` })
  return word
}

/** Opens the list for `q` and waits until it handles keys. */
async function openList(page: Page, q: string): Promise<void> {
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(q)}&sort=name`)
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(search(page)).toBeFocused({ timeout: 500 })
  }).toPass()
}

async function changePrice(page: Page, name: string, price: string): Promise<void> {
  const pencil = page.getByRole('button', { name: `Change price of ${name}` })
  await pencil.press('Enter')
  const form = page.getByRole('dialog', { name: `Change price of ${name}` })
  await form.getByLabel('Price').fill(price)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert')).toContainText('Its link may be in use')
  await page.keyboard.press('Enter')
  await expect(form).toHaveCount(0)
  await expect(pencil).toBeFocused()
  await expect(toasts(page)).toContainText('now costs')
}

test('a change is taken back by Z or Ctrl+Z, but not while typing', async ({ page, signIn }) => {
  await signIn()
  const { name } = await make(page.request)
  await openList(page, name)
  await changePrice(page, name, '70')
  await expect(toasts(page).getByRole('button', { name: 'Undo' })).toHaveAttribute(
    'aria-keyshortcuts',
    'Z Control+Z Meta+Z',
  )
  await expectAccessible(page, 'toast with an offer')
  await page.keyboard.press('z')
  await expect(rowOf(page, name)).toContainText('€65.00')
  await expect(toasts(page)).toContainText(`${name} is back at €65.00.`)
  await expect(toasts(page).getByRole('button', { name: 'Undo' })).toHaveCount(0)

  await changePrice(page, name, '80')
  await search(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Control+z')
  await expect(rowOf(page, name)).toContainText('€80.00')
  await page.getByRole('button', { name: `Change price of ${name}` }).focus()
  await page.keyboard.press('Control+Shift+z')
  await expect(toasts(page).getByRole('button', { name: 'Undo' })).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(rowOf(page, name)).toContainText('€65.00')

  await page.keyboard.press('Shift+?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(help).toContainText('Undo, or the action that the newest message offersZCtrl Z')
  await expect(help).toContainText('Go to the newest message, and backF6')
  await expect(help).toContainText('Go to the actions for the selectionB')
})

test('F6 leads to the newest message, which stays while it has the focus', async ({ page, signIn }) => {
  await signIn()
  const { name } = await make(page.request)
  await page.clock.install()
  await openList(page, name)
  await changePrice(page, name, '70')
  const undo = toasts(page).getByRole('button', { name: 'Undo' })
  const pencil = page.getByRole('button', { name: `Change price of ${name}` })
  await page.keyboard.press('F6')
  await expect(undo).toBeFocused()
  await page.clock.runFor(30_000)
  await expect(undo).toBeFocused()
  await page.keyboard.press('F6')
  await expect(pencil).toBeFocused()
  await page.clock.runFor(9000)
  await expect(undo).toBeVisible()
  await undo.hover()
  await page.clock.runFor(30_000)
  await page.mouse.move(0, 0)
  await expect(undo).toBeVisible()
  await search(page).focus()
  await page.keyboard.press('F6')
  await page.keyboard.press('Enter')
  await expect(search(page)).toBeFocused()
  await expect(rowOf(page, name)).toContainText('€65.00')
  await page.clock.runFor(12_000)
  await expect(toasts(page).getByRole('listitem')).toHaveCount(0)
})

test('the focus stays in the list when its row is archived', async ({ page, signIn }) => {
  await signIn()
  const word = await makeMany(page.request, 3)
  await openList(page, word)
  for (const [gone, next] of [
    ['01', '02'],
    ['03', '02'],
  ]) {
    await page.getByRole('button', { name: `More for ${word} ${gone}` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Archive' }).press('Enter')
    await expect(page.getByRole('link', { name: `${word} ${gone}` })).toHaveCount(0)
    await expect(page.getByRole('link', { name: `${word} ${next}` })).toBeFocused()
  }
})

test('the bar of a selection is a key away from each row, and comes before them', async ({
  page,
  signIn,
}) => {
  await signIn()
  const word = await makeMany(page.request, 3)
  await openList(page, word)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const second = page.getByRole('link', { name: `${word} 02` })
  await expect(second).toBeFocused()
  await expect(bar(page)).toHaveAttribute('aria-keyshortcuts', 'B')
  const change = bar(page).getByRole('button', { name: 'Change', exact: true })
  await expect(change).toBeVisible()
  await page.keyboard.press('b')
  await expect(change).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(second).toBeFocused()
  await page.keyboard.press('b')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(bar(page).getByRole('button', { name: 'Select all 3' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bar(page)).toContainText('3 selected')
  await expect(change).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(bar(page).getByRole('button', { name: 'Clear selection' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(bar(page)).toHaveCount(0)
  await expect(second).toBeFocused()

  const all = page.getByRole('checkbox', { name: 'Select all on this page' })
  await all.press('Space')
  await expect(change).toBeVisible()
  // There is only one page, so its buttons are not tab stops.
  await page.keyboard.press('Shift+Tab')
  await expect(bar(page).getByRole('button', { name: 'Export' })).toBeFocused()
  // The bar is at the bottom, in line with the page buttons.
  const [barBox, pagesBox, rowBox] = await Promise.all(
    [bar(page), page.getByRole('button', { name: 'Next page' }), rowOf(page, `${word} 03`)].map((part) =>
      part.boundingBox(),
    ),
  )
  expect(barBox?.y).toBeGreaterThan(rowBox?.y ?? 0)
  expect(Math.abs((barBox?.y ?? 0) - (pagesBox?.y ?? 0))).toBeLessThan(10)
  await expectAccessible(page, 'selection')
})

test('archiving has one place, for a few and for many', async ({ page, signIn }) => {
  await signIn()
  const word = await makeMany(page.request, 3)
  await openList(page, word)
  const archive = bar(page).getByRole('button', { name: 'Archive', exact: true })
  const expectNotInMenu = async () => {
    await bar(page).getByRole('button', { name: 'Change', exact: true }).click()
    await expect(page.getByRole('menuitem', { name: 'Set price' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: 'Archive' })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
  }
  await page.getByRole('checkbox', { name: `Select ${word} 01` }).click()
  await expect(archive).toBeVisible()
  await expectNotInMenu()
  await bar(page).getByRole('button', { name: 'Select all 3' }).click()
  await expect(bar(page).getByRole('button', { name: 'Open again' })).toHaveCount(0)
  await expectNotInMenu()
  await archive.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Archive 3 products' })
  await expect(dialog.getByRole('button', { name: 'Show the differences' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(archive).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Show the differences' }).press('Enter')

  // The heading gets the focus; its actions are the next stops.
  await expect(page).toHaveURL(/\/jobs\//)
  await expect(page.getByRole('heading', { level: 1, name: 'Archive' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
  for (let stops = 0; stops < 4; stops++) {
    await page.keyboard.press('Tab')
    if ((await page.locator(':focus').textContent()) === 'Run') break
  }
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeFocused()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
  await expect(page.locator('body')).toBeFocused()
})

test('a row is shared from its menu, and its copy button says what it copies', async ({ page, signIn }) => {
  await signIn()
  const { name } = await make(page.request)
  await openList(page, name)
  const copy = page.getByRole('button', { name: `Copy link to the payment page of ${name}` })
  await expect(copy).toHaveAttribute('title', 'Copy link to the payment page')
  const more = page.getByRole('button', { name: `More for ${name}` })
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Share…' }).press('Enter')
  const sheet = page.getByRole('dialog', { name: `Share ${name}` })
  await expect(sheet).toContainText('In e-mail and messengers')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(more).toBeFocused()
})

test('back on the list, J goes on from the product that was open', async ({ page, signIn }) => {
  await signIn()
  const word = await makeMany(page.request, 4)
  await openList(page, word)
  const link = (number: string) => page.getByRole('link', { name: `${word} ${number}` })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `${word} 03` })).toBeVisible()
  await page.goBack()
  await expect(link('03')).toBeFocused()
  await page.keyboard.press('j')
  await expect(link('04')).toBeFocused()
  // The breadcrumb, too, restores the list's search, its selection and the row.
  await page.keyboard.press('x')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `${word} 04` })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Products', exact: true }).click()
  await expect(link('04')).toBeFocused()
  await expect(page).toHaveURL(new RegExp(`q=${word}`))
  await expect(page.getByRole('checkbox', { name: `Select ${word} 04` })).toBeChecked()
  // A new visit starts at the top. Going to the same address again would continue the visit.
  await page.goto('/shops/sandbox')
  await openList(page, word)
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  await expect(link('01')).toBeFocused()
})
