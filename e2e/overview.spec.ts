import type { Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll, looks } from './kit/accessible'
import { expect, test } from './kit/fixtures'
import { make, read } from './kit/products'

const overview = '/shops/sandbox'

test('the overview: an expiry is extended, and stock is refilled', async ({ page, signIn, expectErrors }) => {
  await signIn()
  const soon = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, '+00:00')
  const expiring = await make(page.request, { immortal: false, expired_at: soon, quantity: 50 })
  const low = await make(page.request, { quantity: 0 })
  await page.goto(overview)
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  const needsYou = page.getByRole('region', { name: 'Needs you' })
  await expect(needsYou).toBeVisible()
  await expectAccessible(page, 'overview')
  // The row stays in place, so that the second click of a double click hits no other product.
  await page.getByRole('button', { name: `Extend 30 days: ${expiring.name}` }).dblclick()
  const extended = needsYou.getByRole('listitem').filter({ hasText: expiring.name })
  await expect(extended).toContainText('Extended')
  // Calendar days: an hour from now may be tomorrow.
  await expect(extended).toContainText(/expires in 3[01] days/)
  await expect(extended.getByRole('button')).toHaveCount(0)
  await expectAccessible(page, 'extended')
  const { expired_at: at } = await read(page.request, expiring.id)
  expect(Date.parse(String(at)) - Date.parse(soon)).toBe(30 * 86_400_000)
  const history = await page.request.get(`/api/shops/sandbox/products/${expiring.id}/history`)
  const { items } = (await history.json()) as { items: { action: string }[] }
  expect(items.filter(({ action }) => action === 'product.changed')).toHaveLength(1)

  await page.getByRole('button', { name: `Restock ${low.name}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'restock')
  await page.getByRole('button', { name: 'Set stock' }).click()
  await expect(page.getByText('Fill this in').first()).toBeVisible()
  await page.getByLabel('How many are there now?').fill('40')
  await page.getByRole('button', { name: 'Set stock' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const restocked = needsYou.getByRole('listitem').filter({ hasText: low.name })
  await expect(restocked.getByText('Restocked')).toBeFocused()
  await expect(restocked).toContainText('40 left')
  expect(await read(page.request, low.id)).toMatchObject({ quantity: 40 })

  // `z` undoes the newest change, and then it can be repeated.
  await page.keyboard.press('z')
  await expect(page.getByText(`${low.name} is as it was before.`)).toBeVisible()
  expect(await read(page.request, low.id)).toMatchObject({ quantity: 0 })
  await restocked.getByRole('button', { name: `Restock ${low.name}` }).click()
  await page.getByLabel('How many are there now?').fill('30')
  await page.getByRole('button', { name: 'Set stock' }).click()
  await expect(restocked).toContainText('30 left')
  // Undo does not overwrite later sales or changes.
  expectErrors(/409/)
  await page.request.patch(`/api/shops/sandbox/products/${low.id}`, { data: { quantity: 29 } })
  await page.keyboard.press('z')
  await expect(page.getByText(`${low.name} was not put back`)).toBeVisible()
  expect(await read(page.request, low.id)).toMatchObject({ quantity: 29 })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  for (const { name } of [expiring, low]) await expect(needsYou.getByRole('link', { name })).toHaveCount(0)
})

const latest = (page: Page) => page.getByRole('region', { name: 'Latest payments' })

/** Makes a payment through the sandbox and waits for it without a reload. */
async function payDemo(page: Page) {
  const newest = latest(page).getByRole('listitem').getByRole('link').first()
  const href = async () => ((await newest.count()) > 0 ? newest.getAttribute('href') : null)
  const before = await href()
  await page.getByRole('button', { name: 'Pay a demo' }).click()
  await expect(async () => {
    expect(await href()).not.toBe(before)
    await expect(newest.getByText('Paid', { exact: true })).toBeVisible()
  }).toPass()
}

/** Follows the link of a part of the figures, and returns. */
async function leadsToPayments(page: Page, region: string, part: string) {
  await page.getByRole('region', { name: region }).getByRole('link', { name: part }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
  await expect(page.getByText(/transactions?, €[\d,.]+ in all/)).toBeVisible()
  await page.goBack()
}

test('the overview: a demo payment arrives by itself, and is counted', async ({ page, signIn }) => {
  await signIn()
  await page.goto(`${overview}?period=days7&step=hour&currency=EUR`)
  await payDemo(page)
  await expect(page.getByRole('region', { name: 'Paid per hour' })).toBeVisible()
  const figure = page.getByRole('definition').nth(1)
  await expect(figure).toHaveText(/^[1-9]/)
  await page.getByRole('button', { name: 'Decline one' }).click()
  await expect(
    page.getByRole('region', { name: 'Why payments fail' }).getByText('Payment was declined'),
  ).toBeVisible()
  await leadsToPayments(page, 'Why payments fail', 'Payment was declined')
  await leadsToPayments(page, 'Card brands', 'Visa')
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByText('Make a test payment (done)')).toBeVisible()
})

test('the overview: the chart is read by keyboard and as a table, and leads to the payments of a day', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto(`${overview}?period=days7&currency=EUR`)
  await payDemo(page)
  const chart = page.getByRole('slider', { name: 'Paid per day' })
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuenow', '7')
  await chart.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuenow', '6')
  await chart.press('End')
  await expect(chart).toHaveAttribute('aria-valuetext', /€[\d,.]+ · \d+ paid/)
  await chart.press('Enter')
  await expect(page).toHaveURL(/\/payments\?counted=paid/)
  await expect(page.getByRole('row').nth(1)).toContainText('Demo')
  await page.goBack()
  const { width, height } = (await chart.boundingBox()) ?? { width: 0, height: 0 }
  await chart.click({ position: { x: width - 10, y: height - 5 } })
  await expect(page).toHaveURL(/\/payments\?counted=paid/)
  await page.goBack()
  await page.getByRole('button', { name: 'Table', exact: true }).click()
  await expect(page.getByRole('row')).toHaveCount(8)
  await expect(page.getByRole('row').last().getByRole('link').first()).toHaveAttribute('href', /counted=paid/)
  await expectAccessible(page, 'table')
  await page.getByRole('button', { name: 'Hour', exact: true }).click()
  await expect(page).toHaveURL(/step=hour/)
  await expect(page.getByRole('row')).toHaveCount(169)
  await page.getByRole('row').getByRole('link', { name: /^€/ }).last().click()
  await expect(page).toHaveURL(/\/payments\?counted=paid.*&hour=/)
  await expect(page.getByRole('button', { name: /^Hour beginning at/ })).toBeVisible()
  await expect(page.getByRole('row').nth(1)).toContainText('Demo')
})

test('the overview: definitions of figures appear on hover, focus or press', async ({ page, signIn }) => {
  await signIn()
  await page.goto(overview)
  const term = page.getByRole('button', { name: 'Success rate' })
  await term.hover()
  await expect(page.getByRole('tooltip')).toContainText('succeeded ÷ (succeeded + failed)')
  await page.keyboard.press('Escape')
  await page.mouse.move(0, 0)
  await expect(page.getByRole('tooltip')).toHaveCount(0)
  await term.click()
  await expect(page.getByRole('tooltip')).toBeVisible()
  // A tooltip that scrolls would be a tab stop.
  await expect(page.getByRole('tooltip')).toHaveCSS('overflow', 'visible')
  await term.press('Escape')
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})

test('the overview: other days are chosen, and stay in the address', async ({ page, signIn }) => {
  await signIn()
  await page.goto(overview)
  await page.getByRole('button', { name: 'Period: Last 30 days' }).click()
  await page.getByRole('menuitemradio', { name: 'Choose days…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose days' })
  await dialog.getByLabel('First day').fill('2026-03-10')
  await dialog.getByLabel('Last day').fill('2026-03-01')
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect(dialog.getByText('This is not valid').first()).toBeVisible()
  await dialog.getByLabel('Last day').fill('2026-03-12')
  await expectAccessible(page, 'days')
  await dialog.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByRole('button', { name: 'Period: 10 Mar 2026 – 12 Mar 2026' })).toBeVisible()
  await expect(page).toHaveURL(/from=2026-03-10/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Period: 10 Mar 2026 – 12 Mar 2026' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Period: Last 30 days' })).toBeVisible()
})

test('the overview: first steps are put away, and come back', async ({ page, signIn }) => {
  await signIn()
  // Resets what an earlier attempt left.
  await page.request.put('/api/shops/sandbox/first-steps', { data: { dismissed: false } })
  await page.goto(overview)
  const steps = page.getByRole('region', { name: 'First steps' })
  const dismiss = steps.getByRole('button', { name: 'Dismiss' })
  await dismiss.click()
  await expect(steps).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await dismiss.click()
  await expect(steps).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expect(steps).toHaveCount(0)
  // First steps can be restored while any is left to do, which depends on earlier tests.
  const answer = await page.request.get('/api/shops/sandbox/first-steps')
  const { steps: all } = (await answer.json()) as { steps: { done: boolean }[] }
  const isLeft = all.some(({ done }) => !done)
  const restore = page.getByRole('button', { name: 'Show first steps' })
  await expect(restore).toHaveCount(isLeft ? 1 : 0)
  if (!isLeft) return
  await restore.click()
  await expect(steps).toBeVisible()
})

for (const { name, take, expectFit } of looks)
  test(`the overview fits, ${name}`, async ({ page, signIn }) => {
    await take(page)
    await signIn()
    await page.goto(overview)
    await payDemo(page)
    await expectFit(page, overview)
    await page.getByRole('button', { name: 'Success rate' }).click()
    await expectAccessible(page, 'definition')
    await expectNoSidewaysScroll(page, 'definition')
  })
