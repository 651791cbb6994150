import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { hydrated } from '../kit/page'
import { make } from '../kit/products'

/** Creates sixty products that share a unique word: two pages of a list. */
async function makeMany(request: APIRequestContext): Promise<string> {
  const word = `crate${crypto.randomUUID().slice(0, 6)}`
  for (let at = 1; at <= 60; at++) await make(request, { name: `${word} ${String(at).padStart(2, '0')}` })
  return word
}

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' })

test('filters are in the address, Back removes them, and an empty result says so', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/shops/sandbox/products')
  const filters = page.getByRole('group', { name: 'Filters' })
  await filters.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Sold out' }).click()
  await expectAccessible(page, 'filter menu')
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/state=sold_out/)
  await expect(rowOf(page, 'Tote bag')).toBeVisible()
  // Products of other tests may fill the first page, so no known product can be expected on it.
  const live = page.getByRole('row').filter({ has: page.getByText('Live', { exact: true }) })
  await expect(live).toHaveCount(0)

  await filters.getByRole('button', { name: 'Currency' }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: /^EUR/ })).toBeVisible()
  // No product has this currency, so the filter does not offer it.
  await expect(page.getByRole('menuitemcheckbox', { name: /^AED/ })).toHaveCount(0)
  await page.getByRole('menuitemcheckbox', { name: /^JPY/ }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/currency=JPY/)
  await expect(page.getByText('Nothing here matches the filters.')).toBeVisible()
  await page.goBack()
  await expect(rowOf(page, 'Tote bag')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name, description or ID' }).pressSequentially('tote b')
  await expect(page).toHaveURL(/q=tote(\+|%20)b/)
  await page.goBack()
  await expect(page).toHaveURL(/products\?state=sold_out$/)
  await filters.getByRole('button', { name: 'Clear filter: Status' }).click()
  await expect(page).not.toHaveURL(/state=/)
  await expect(live.first()).toBeVisible()

  await page.goto('/shops/sandbox/products?state=sold_out&currency=JPY&cursor=&from=51')
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(live.first()).toBeVisible()
  await expect(page).not.toHaveURL(/currency|from/)
})

test('matches are marked, best first, and a chosen order stays', async ({ page, signIn }) => {
  await signIn()
  const product = await make(page.request, { description: 'For the quiet corner' })
  const [, word = ''] = product.name.split(' ')
  await page.goto(`/shops/sandbox/products?q=${word}`)
  await expect(rowOf(page, product.name).locator('mark')).toHaveText(word)
  await expect(page.getByRole('columnheader', { name: 'Updated' })).not.toHaveAttribute('aria-sort')
  await page.goto(`/shops/sandbox/products?q=${product.id}`)
  await expect(rowOf(page, product.name).locator('mark').first()).toHaveText(product.id)
  await page.getByRole('columnheader', { name: 'Price' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-?amount/)
  await expect(page.getByRole('columnheader', { name: 'Price' })).toHaveAttribute('aria-sort')
})

test('by keyboard: from the search into the rows, and from the last of a selection to the list', async ({
  page,
  signIn,
}) => {
  await signIn()
  const { name } = await make(page.request)
  const { name: other } = await make(page.request, { name: `${name} too` })
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}&sort=name`)
  await expect(rowOf(page, other)).toBeVisible()
  const search = page.getByRole('textbox', { name: 'Name, description or ID' })
  // Key presses have no effect before hydration.
  await expect(async () => {
    await search.press('ArrowDown')
    await expect(page.getByRole('link', { name }).first()).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: other })).toBeFocused()
  await page.keyboard.press('x')
  const bar = page.getByRole('group', { name: 'Selection' })
  await bar.getByRole('button', { name: 'Archive' }).focus()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, other)).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('group', { name: 'Products' })).toBeFocused()
})

test('row actions stay in sight while columns scroll', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await signIn()
  const { name } = await make(page.request)
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}`)
  const more = page.getByRole('button', { name: `More for ${name}` })
  await expect(more).toBeInViewport({ ratio: 1 })
  await more.click()
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
})

test('the list is sorted by status and type like by any column', async ({ page, signIn }) => {
  await signIn()
  await make(page.request, { transaction_type: 'authorization' })
  await page.goto('/shops/sandbox/products?columns=state,transaction_type')
  for (const [name, column] of [
    ['Status', 'state'],
    ['Type', 'transaction_type'],
  ] as const) {
    await page.getByRole('columnheader', { name }).getByRole('button').click()
    await expect(page).toHaveURL(new RegExp(`sort=${column}`))
    await expect(page.getByRole('columnheader', { name })).toHaveAttribute('aria-sort', 'ascending')
  }
  await expect(page.getByRole('row').nth(1)).toContainText('Hold the funds')
})

test('a list that cannot be refreshed stays, and says since when', async ({ page, signIn, expectErrors }) => {
  expectErrors(/ERR_FAILED/)
  await signIn()
  const { name } = await make(page.request)
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}`)
  await expect(rowOf(page, name)).toBeVisible()
  const list = /\/api\/shops\/sandbox\/products\?/
  await page.route(list, (route) => route.abort())
  await page.getByRole('button', { name: 'Read the gateway’s list again' }).click()
  const notice = page.getByRole('main').getByRole('alert')
  await expect(notice).toContainText('The server cannot be reached. This could not be refreshed')
  await expect(rowOf(page, name)).toBeVisible()
  await expectAccessible(page, 'not refreshed')
  await page.unroute(list)
  await notice.getByRole('button', { name: 'Retry' }).click()
  await expect(notice).toHaveCount(0)
  await expect(rowOf(page, name)).toBeVisible()
})

test('columns and density are part of the address, and a view keeps them', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/products')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Created' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Updated' }).click()
  await expectAccessible(page, 'columns menu')
  await page.getByRole('menuitemradio', { name: 'Compact' }).click()
  await expect(page).toHaveURL(/density=compact/)
  await expect(page.getByRole('columnheader', { name: 'Created' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Updated' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog.getByText('Fill this in')).toBeVisible()
  await dialog.getByLabel('Name').fill('By age')
  await expectAccessible(page, 'save view')
  await page.keyboard.press('Enter')
  await page.goto('/shops/sandbox/products')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'By age' }).click()
  await expect(page).toHaveURL(/density=compact/)
  await expect(page.getByRole('columnheader', { name: 'Created' })).toBeVisible()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Delete “By age”' }).click()
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(page.getByRole('menuitem', { name: 'No saved views yet' })).toBeVisible()
})

test('quick changes of the layout are all kept', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/products')
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Updated' }).waitFor()
  const names = ['Created', 'Updated', 'Compact']
  // Next renders a change after some 150 ms, while the next ones are already made.
  await page.evaluate(async (labels) => {
    const items = [...document.querySelectorAll<HTMLElement>('[role^=menuitem]')]
    for (const label of labels) {
      items.find(({ textContent }) => textContent === label)?.click()
      await new Promise((done) => setTimeout(done, 110))
    }
  }, names)
  await expect(page).toHaveURL(/columns=[a-z_,]*created_at[a-z_,]*&density=compact/)
  await expect(page).not.toHaveURL(/updated_at/)
  await expect(page.getByRole('columnheader', { name: 'Created' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Updated' })).toHaveCount(0)
})

// On a slow machine Next renders the sort and the link at once: nothing changes then.
for (const slowdown of [1, 10])
  test(`a link to the list ends a sort that is not rendered yet, ${slowdown} × slower`, async ({
    page,
    signIn,
  }) => {
    test.slow()
    await signIn()
    await page.goto('/shops/sandbox/products')
    const price = page.getByRole('columnheader', { name: 'Price' })
    await hydrated(price.getByRole('button'))
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.evaluate(async () => {
      const press = (kind: string, name: string) =>
        [...document.querySelectorAll<HTMLElement>(kind)]
          .find(({ innerText }) => innerText.trim() === name)
          ?.click()
      press('th button', 'Price')
      // The address changes at once, and Next renders it after some 150 ms.
      while (location.search === '') await new Promise((done) => setTimeout(done))
      press('aside a', 'Products')
    })
    await expect(page).toHaveURL(/products$/)
    await expect(price).not.toHaveAttribute('aria-sort')
  })

test('a selection spans pages, or is all that match', async ({ page, clipboard, signIn }) => {
  test.slow()
  await signIn()
  const word = await makeMany(page.request)
  await page.goto(`/shops/sandbox/products?q=${word}&sort=name`)
  const bar = page.getByRole('group', { name: 'Selection' })
  await page.getByRole('checkbox', { name: `Select ${word} 01` }).click()
  await page.getByRole('checkbox', { name: `Select ${word} 03` }).click({ modifiers: ['Shift'] })
  await expect(bar.getByText('3 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByRole('checkbox', { name: `Select ${word} 60` }).click()
  await expect(bar.getByText('4 selected')).toBeVisible()
  await expectAccessible(page, 'selection')
  await bar.getByRole('button', { name: 'Copy links' }).click()
  await expect(toasts(page).getByText('4 links copied.')).toBeVisible()
  const links = await clipboard.read()
  expect(links.split('\n')).toHaveLength(4)

  await bar.getByRole('button', { name: 'Select all 60' }).click()
  await expect(bar.getByText('60 selected')).toBeVisible()
  await page.getByRole('checkbox', { name: `Select ${word} 60` }).click()
  await expect(bar.getByText('59 selected')).toBeVisible()
  await bar.getByRole('button', { name: 'Copy links' }).click()
  await expect(toasts(page).getByText('59 links copied.')).toBeVisible()
  await bar.getByRole('button', { name: 'Export' }).click()
  await expect(page.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
    'href',
    new RegExp(`q=${word}&.*except=prd_`),
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // A new search clears the selection.
  await page.getByRole('textbox', { name: 'Name, description or ID' }).fill(`${word} 0`)
  await expect(page).toHaveURL(/%200|\+0/)
  await expect(bar).toHaveCount(0)
})

test('on a phone: filter, order, select and change in the cards', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await signIn()
  const { name } = await make(page.request)
  await page.goto(`/shops/sandbox/products?q=${encodeURIComponent(name)}`)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Live' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/state=live/)
  await page.getByRole('button', { name: 'Sort' }).click()
  await page.getByRole('menuitem', { name: 'Price, descending' }).click()
  await expect(page).toHaveURL(/sort=-amount/)
  await page.getByRole('button', { name: 'Select', exact: true }).click()
  await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  const bar = page.getByRole('group', { name: 'Selection' })
  await expect(bar.getByRole('button', { name: 'Change' })).toBeVisible()
  const [first, last] = await Promise.all([
    bar.getByRole('status').boundingBox(),
    page.getByRole('button', { name: 'Next page' }).boundingBox(),
  ])
  // The bar is at most two lines: the selection, and the actions beside the page buttons.
  expect((last?.y ?? 0) - (first?.y ?? 0)).toBeLessThan(48)
  await expectAccessible(page, 'phone, selecting')
  await expectNoSidewaysScroll(page, 'phone, selecting')
  await bar.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await expect(page.getByRole('dialog', { name: 'Export products' }).getByText('1 row')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Export' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Import' }).click()
  await expect(page).toHaveURL(/\/products\/import$/)
  await page.goBack()
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Change price…' }).click()
  const form = page.getByRole('dialog', { name: `Change price of ${name}` })
  await form.getByLabel('Price').fill('12')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.getByRole('button', { name: 'Change price' }).click()
  const cards = page.getByRole('list', { name: 'Products' }).getByRole('listitem')
  await expect(cards.filter({ hasText: name })).toContainText('€12.00')
})
