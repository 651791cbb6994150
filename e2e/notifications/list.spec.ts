import { savedText } from '../kit/page'
import { expect, test } from '../kit/fixtures'
import { idOf, makeProduct, pay, post, transaction, list, only, own, rowsOf } from '../kit/notifications'
import { cards } from '../kit/payer'

test('a payment arrives while the list is open; held, the list stays, counts and catches up', async ({
  page,
  signIn,
}) => {
  await signIn()
  const sold = await makeProduct(page.request)
  await page.goto(only(sold.name))
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(page.getByText('Nothing found')).toBeVisible()
  const rows = rowsOf(page, sold.name)
  await pay(page.request, sold)
  await expect(rows).toHaveCount(1)
  await expect(rows.getByText('new', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Pause' }).click()
  await expect(page.getByText('Paused')).toBeVisible()
  await pay(page.request, sold, cards.declined)
  await expect(page.getByText('1 new since you paused')).toBeVisible()
  await pay(page.request, sold)
  await expect(page.getByText('2 new since you paused')).toBeVisible()
  await expect(rows).toHaveCount(1)

  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('new since you paused')).toHaveCount(0)
  await pay(page.request, sold)
  await expect(page.getByText('1 new since you paused')).toBeVisible()
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Resume' }).click()
  await expect(rows).toHaveCount(4)
})

test('the list is filtered by chips, which are in the address, and saved as a view', async ({
  page,
  signIn,
}) => {
  await signIn()
  const sold = await makeProduct(page.request)
  await pay(page.request, sold)
  await pay(page.request, sold, cards.declined)
  await page.goto(only(sold.name))
  const rows = rowsOf(page, sold.name)
  await expect(rows).toHaveCount(2)

  const chips = page.getByRole('group', { name: 'Filters' })
  await chips.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'failed' }).click()
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Declined')
  await expect(page).toHaveURL(/status=failed/)

  await chips.getByRole('button', { name: 'Received', exact: true }).click()
  // Not today: midnight may pass while this runs.
  await page.getByRole('menuitemradio', { name: 'Last 7 days' }).click()
  await expect(page).toHaveURL(/received_from=\d{4}-\d{2}-\d{2}/)
  await expect(rows).toHaveCount(1)
  await chips.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitemradio', { name: 'Choose amounts…' }).click()
  const amounts = page.getByRole('dialog', { name: 'Amount between' })
  await amounts.getByLabel('At least').fill('20')
  await amounts.getByRole('button', { name: 'Show' }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filter: Amount' }).click()
  await expect(rows).toHaveCount(1)

  await page.getByRole('button', { name: 'Export' }).click()
  const file = await savedText(page, page.getByRole('link', { name: 'Download CSV' }))
  expect(file.trim().split('\n')).toHaveLength(2)
  expect(file).toContain(sold.name)

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view…' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Declined')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.goto(list)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Declined' }).click()
  await expect(page).toHaveURL(/status=failed/)
  await expect(rows).toHaveCount(1)
})

test('any value of the payload is found', async ({ page, signIn, sandbox }) => {
  await signIn()
  const [name, rrn] = [own('Order'), `rrn${crypto.randomUUID().slice(0, 8)}`]
  await post(page.request, transaction(name, { payment: { rrn } }), sandbox)
  await idOf(page.request, name)
  await page.goto(only(rrn))
  await expect(rowsOf(page, name)).toHaveCount(1)
})

test('notifications without evidence wait in quarantine, with a count and an explanation', async ({
  page,
  signIn,
}) => {
  await signIn()
  const name = own('Forged')
  await page.goto(list)
  await post(page.request, transaction(name))
  const views = page.getByRole('navigation', { name: 'Quick views' })
  await expect(views.getByRole('link', { name: /^Not verified ?\d+$/ })).toBeVisible()
  await views.getByRole('link', { name: /^Not verified/ }).click()
  await expect(page).toHaveURL(/authenticity=unverified/)
  await rowsOf(page, name).getByRole('link').click()
  const detail = page.getByRole('complementary', { name: 'Notification' })
  await expect(detail).toContainText('Nothing shows that this is true: A payment of €149.90 was successful.')
  await expect(detail).toContainText('Kept apart (quarantine)')
  await expect(detail.getByRole('button', { name: 'Link by hand' })).toHaveCount(0)
})

test('the keyboard moves, opens, continues in the panel, and closes', async ({ page, signIn }) => {
  await signIn()
  const sold = await makeProduct(page.request)
  await pay(page.request, sold)
  await pay(page.request, sold, cards.declined)
  await page.goto(only(sold.name))
  const rows = rowsOf(page, sold.name)
  await expect(rows).toHaveCount(2)
  await page.getByRole('textbox', { name: /any reference/ }).press('ArrowDown')
  await expect(rows.nth(0).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows.nth(0).getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  const detail = page.getByRole('complementary', { name: 'Notification' })
  await expect(detail).toBeFocused()
  await expect(detail).toContainText('Declined')
  await page.keyboard.press('j')
  await expect(detail).toContainText('was successful')
  await expect(rows.nth(1)).toHaveAttribute('aria-current', 'true')
  await expect(detail.getByRole('button', { name: 'Older notification' })).toBeDisabled()
  await page.keyboard.press('k')
  await expect(detail).toContainText('Declined')
  await page.keyboard.press('Escape')
  await expect(detail).toHaveCount(0)
  await expect(rows.nth(0).getByRole('link')).toBeFocused()
})

test('on a phone a card leads to the page of the notification', async ({ page, signIn, sandbox }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signIn()
  const name = own('Order')
  await post(page.request, transaction(name), sandbox)
  const id = await idOf(page.request, name)
  await page.goto(only(name))
  await page.getByRole('listitem').filter({ hasText: name }).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/notifications/${id}$`))
  await expect(page.getByRole('heading', { level: 1, name: '€149.90 · payment' })).toBeVisible()
})
