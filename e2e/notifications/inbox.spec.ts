import { expect, test } from '../kit/fixtures'
import { boxOf, onPhone } from '../kit/page'
import { idOf, post, transaction, list, only, own, rowsOf } from '../kit/notifications'

test('next to the open notification the table keeps its width, and drops columns', async ({
  page,
  signIn,
  sandbox,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn()
  const name = `${own('Order')} of a customer who describes at length what it is that was bought`
  const long = { type: 'authorization', status: 'incomplete', tracking_id: 'x'.repeat(60), amount: 12345678 }
  await post(page.request, transaction(name, long), sandbox)
  const id = await idOf(page.request, name)
  await page.goto(`${only(name.slice(0, 14))}&open=${id}`)
  const detail = page.getByRole('complementary', { name: 'Notification' })
  await expect(detail).toContainText(name)
  const table = page.getByRole('table', { name: 'Notifications' })
  for (const column of ['Status', 'Type', 'Amount', 'Tracking ID', 'Description', 'Received'])
    await expect(table.getByRole('columnheader', { name: column })).toBeVisible()
  const [box, beside] = [await boxOf(table), await boxOf(detail)]
  expect(box.x + box.width).toBeLessThan(beside.x)
  expect((await boxOf(rowsOf(page, name).getByRole('link'))).width).toBeGreaterThan(80)
})

test('Back from an open notification, or closing it, returns the focus to its row', async ({
  page,
  signIn,
  sandbox,
}) => {
  await signIn()
  const name = own('Order')
  await post(page.request, transaction(name), sandbox)
  await idOf(page.request, name)
  await page.goto(only(name))
  const link = rowsOf(page, name).getByRole('link')
  const detail = page.getByRole('complementary', { name: 'Notification' })
  await link.press('Enter')
  await expect(detail).toContainText(name)
  await detail.getByRole('button').first().focus()
  await page.goBack()
  await expect(detail).toHaveCount(0)
  await expect(link).toBeFocused()
  await link.press('Enter')
  await detail.getByRole('button', { name: 'Close' }).click()
  await expect(link).toBeFocused()
})

test('the reason of a match is marked or shown below, within the viewer’s rights', async ({
  page,
  signIn,
  sandbox,
  support,
}) => {
  await signIn()
  const [word, person] = [own('kettle').replace(' ', ''), own('jane').replace(' ', '')]
  const body = transaction(`A ${word}`, {
    message: `No water in the ${word}x`,
    customer: { first_name: person, email: `${person}@mail.example` },
  })
  await post(page.request, body, sandbox)
  await idOf(page.request, word)
  await page.goto(only(word))
  const row = rowsOf(page, word)
  await expect(row.locator('mark')).toHaveText(word)
  await expect(row).not.toContainText('message:')
  await page.goto(only(`water ${word}`))
  await expect(row).toContainText(`message: No water in the ${word}x`)
  await expect(row.locator('mark')).toHaveText([word, 'water', word])
  await page.goto(only(person))
  await expect(row).toContainText(`E-mail: ${person}@mail.example`)

  await onPhone(page)
  await page.goto(only('water'))
  const card = page.getByRole('listitem').filter({ hasText: word })
  await expect(card).toContainText('message: No water in the')

  const guest = await support()
  await guest.goto(only(`water ${word}`))
  await expect(rowsOf(guest, word)).toContainText('message: No water')
  // Support finds the row by a whole name, but the row does not show it.
  await guest.goto(only(person))
  await expect(rowsOf(guest, word)).toBeVisible()
  await expect(guest.getByText(`${person}@mail.example`)).toHaveCount(0)
})

test('deliveries have their time to the second, and its zone', async ({ page, signIn, sandbox }) => {
  await signIn()
  const name = own('Order')
  const body = transaction(name)
  await post(page.request, body, sandbox)
  await post(page.request, body, sandbox)
  await page.goto(`${list}/${await idOf(page.request, name)}`)
  const times = page.getByRole('region', { name: 'Deliveries' }).getByRole('listitem')
  await expect(times).toHaveCount(2)
  for (const line of await times.all()) await expect(line).toContainText(/\d\d:\d\d:\d\d [+-]\d\d:\d\d/)
})

test('on a phone the list begins high up, with its actions in a menu', async ({ page, signIn, sandbox }) => {
  await onPhone(page)
  await signIn()
  const name = own('Order')
  await post(page.request, transaction(name), sandbox)
  await idOf(page.request, name)
  await page.goto(list)
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  const first = page.getByRole('list', { name: 'Notifications' }).getByRole('listitem').first()
  const { y } = await boxOf(page.getByRole('main'))
  expect((await boxOf(first)).y - y).toBeLessThan(190)

  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Pause', 'Samples', 'Export'])
  await page.getByRole('menuitem', { name: 'Pause' }).click()
  await expect(page.getByText('Paused')).toBeVisible()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Resume' }).click()
  await expect(page.getByText('Paused')).toHaveCount(0)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  await expect(page.getByRole('dialog', { name: 'Export notifications' })).toBeVisible()
})

test('keyboard users hear amount and status of the next notification', async ({ page, signIn, sandbox }) => {
  await signIn()
  const name = own('Order')
  await post(page.request, transaction(name), sandbox)
  await idOf(page.request, name)
  await post(page.request, transaction(name, { status: 'failed', amount: 500 }), sandbox)
  await idOf(page.request, name, 'failed')
  await page.goto(only(name))
  await rowsOf(page, name).first().getByRole('link').click()
  const said = `Notification: €5.00, Declined, ${name}`
  await expect(page.getByRole('complementary', { name: said })).toBeFocused()
  await page.keyboard.press('j')
  const detail = page.getByRole('complementary', { name: `Notification: €149.90, Paid, ${name}` })
  await expect(detail).toBeFocused()
  await expect(detail.getByRole('status').first()).toHaveText(`€149.90, Paid, ${name}`)
})

test('a view stays current while filters or a search narrow it', async ({ page, signIn }) => {
  await signIn()
  const views = page.getByRole('navigation', { name: 'Quick views' })
  const cases = [
    ['', 'All'],
    ['?q=nothing-like-it', 'All'],
    ['?status=failed', 'All'],
    ['?linked=false&status=failed', 'Unlinked'],
    ['?authenticity=unverified&q=nothing-like-it', 'Not verified'],
    ['?authenticity=credentials', 'All'],
  ] as const
  for (const [search, name] of cases) {
    await page.goto(`${list}${search}`)
    await expect(views.locator('[aria-current]')).toHaveText(new RegExp(`^${name}`))
  }
})

test('filters in one menu keep their own choices', async ({ page, signIn }) => {
  await signIn()
  await page.goto(list)
  const chips = page.getByRole('group', { name: 'Filters' })
  await chips.getByRole('button', { name: 'More', exact: true }).click()
  // Both are yes-or-no filters.
  await expect(page.getByRole('menuitemradio', { name: 'Real', exact: true })).toHaveCount(1)
  await page.getByRole('menuitemradio', { name: 'Linked to something' }).click()
  await expect(page).toHaveURL(/linked=true/)
  await expect(chips).toContainText('Linked to something')
})

test('the list can be narrowed to each currency of the shop, and no other is offered', async ({
  page,
  signIn,
  sandbox,
}) => {
  await signIn()
  const name = own('Order')
  await post(page.request, transaction(name, { currency: 'MRU' }), sandbox)
  await idOf(page.request, name)
  await page.goto(list)
  const chips = page.getByRole('group', { name: 'Filters' })
  await chips.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitemcheckbox', { name: /^MRU/ })).toBeVisible()
  await expect(page.getByRole('menuitemcheckbox', { name: /^XPF/ })).toHaveCount(0)
  await page.getByRole('menuitemcheckbox', { name: /^MRU/ }).click()
  await expect(page).toHaveURL(/currency=MRU/)
  await page.keyboard.press('Escape')
  await expect(chips).toContainText('MRU')
})

test('a row without description shows its kind once', async ({ page, signIn, sandbox }) => {
  await signIn()
  const word = own('odd').replace(' ', '')
  await post(page.request, JSON.stringify({ odd: word }), sandbox)
  await post(page.request, JSON.stringify({ odd: `${word}-forged` }))
  const uid = crypto.randomUUID()
  await post(page.request, transaction('', { uid, description: undefined, message: word }), sandbox)
  await idOf(page.request, uid)
  await page.goto(only(word))
  const rows = rowsOf(page, word)
  await expect(rows).toHaveCount(3)
  await expect(rows.getByText('not understood')).toHaveCount(2)
  await expect(rows.getByText('No description')).toHaveCount(2)
  await expect(rows.getByText(uid)).toHaveCount(0)
  await page.goto(only(uid))
  await expect(rowsOf(page, uid)).toContainText(`UID: ${uid}`)
})
