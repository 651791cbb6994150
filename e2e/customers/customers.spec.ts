import type { Page } from '@playwright/test'
import { expectAccessible } from '../kit/accessible'
import { makeCustomer, pay, supportOf } from '../kit/customers'
import { expect, test } from '../kit/fixtures'
import { make } from '../kit/products'

const own = () => crypto.randomUUID().slice(0, 8)
const letters = () => own().replace(/\d/g, (digit) => 'klmnprstvw'.charAt(Number(digit)))

const search = (page: Page) => page.getByRole('textbox', { name: /^Name, e-mail/ })
/** Matches table rows and cards. */
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function find(page: Page, text: string, name: string) {
  await page.goto('/shops/sandbox/customers')
  await search(page).fill(text)
  await expect(rowOf(page, name).first()).toBeVisible()
}

test('a customer: made, found by what a caller says, noted, merged, taken apart, anonymised', async ({
  page,
  signIn,
  context,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn()
  const surname = `Zimmer${letters()}`
  const digits = String(1_000_000 + Math.floor(Math.random() * 8_999_999))
  const email = `anna.${own()}@example.com`

  await page.goto('/shops/sandbox/customers/new')
  await page.getByLabel('First name').fill('Anna')
  await page.getByLabel('Last name').fill(surname)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Phone').fill(`+49 341 ${digits.slice(0, 3)} ${digits.slice(3)}`)
  await page.getByLabel('IP address').fill('2001:db8::7')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Anna ${surname}` })).toBeVisible()
  const first = page.url()
  const id = first.split('/').at(-1) ?? ''

  // Search terms as heard: a letter missing, other spaces in the number, last name first.
  const misspelt = surname.replace('mm', 'm')
  for (const text of [misspelt, `${digits.slice(0, 4)} ${digits.slice(4)}`, `${surname} anna`, email, id])
    await find(page, text, surname)

  await rowOf(page, surname).getByRole('link').click()
  await page.getByLabel('Add a note').fill('Wants an invoice by post')
  await page.getByLabel('Add a note').press('Control+Enter')
  const timeline = page.getByRole('list', { name: 'Timeline' })
  await expect(timeline.getByText('Wants an invoice by post')).toBeVisible()
  await page.getByRole('button', { name: 'Payments', exact: true }).click()
  await expect(page.getByText('No payments yet.')).toBeVisible()
  await page.getByRole('button', { name: 'All', exact: true }).click()

  const { id: product, name } = await make(page.request)
  await pay(page.request, product, email)
  await expect(timeline.getByText('Paid €65.00')).toBeVisible()
  await expect(timeline.getByText('matched by e-mail')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('€65.00')
  await page.getByRole('button', { name: 'Copy summary' }).click()
  const summary = await page.evaluate(() => navigator.clipboard.readText())
  expect(summary).toContain(`Anna ${surname}`)
  expect(summary).toContain(name)
  expect(summary).not.toContain('invoice by post')

  // The same number in another format warns while typing.
  await page.goto('/shops/sandbox/customers/new')
  await page.getByLabel('Phone').fill(`0341/${digits}`)
  const warning = page.getByRole('region', { name: 'One customer has this already' })
  await expect(warning.filter({ visible: true })).toContainText(email)
  await page.getByLabel('First name').fill('A.')
  await page.getByLabel('Last name').fill(surname)
  await page.getByLabel('E-mail').fill(`a.${own()}@example.com`)
  await page.getByLabel('IP address').fill('203.0.113.9')
  await page.getByRole('button', { name: 'Create customer' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: `A. ${surname}` })).toBeVisible()

  await page.goto(first)
  await expect(page.getByText('possible duplicate', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: `Compare with A. ${surname}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('row', { name: /^IP address/ })).toContainText('203.0.113.9')
  await expect(dialog.getByText(/^Merged into this one, Anna/)).toContainText(
    `A. ${surname} has: Name, E-mail`,
  )
  await expect(dialog.getByText(/^Merged into the other, A\./)).toContainText('Paid, Last payment')
  await dialog.getByRole('button', { name: 'Merge into the other' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `A. ${surname}` })).toBeVisible()
  const undo = page.getByRole('button', {
    name: `Undo the merge: make Anna ${surname} a customer of their own again`,
  })
  await undo.click()
  await expect(undo).toHaveCount(0)
  await page.goto(first)
  await page.getByRole('button', { name: `Compare with A. ${surname}` }).click()
  await dialog.getByRole('button', { name: 'Merge into this one' }).click()
  const merged = page.getByRole('region', { name: 'Merged into this one' })
  await expect(merged).toContainText(`A. ${surname}`)
  await expect(page.getByText('possible duplicate', { exact: true })).toBeHidden()
  await merged.getByRole('link').click()
  await expect(page.getByText(`This customer is merged into Anna ${surname}`)).toBeVisible()
  await page.goto(first)
  await merged
    .getByRole('button', { name: `Undo the merge: make A. ${surname} a customer of their own again` })
    .click()
  await expect(merged).toBeHidden()
  await expect(page.getByRole('region', { name: 'Possible duplicate' })).toBeVisible()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Anonymise…' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Stays at the gateway')
  await question.getByLabel(/to confirm/).fill('cst_wrong')
  await question.getByRole('button', { name: 'Anonymise' }).click()
  await expect(question.getByText(`This is not ${id}`)).toBeVisible()
  await question.getByLabel(/to confirm/).fill(id)
  await question.getByLabel(/to confirm/).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Anonymised' })).toBeVisible()
  await expect(page.getByText('The gateway still holds: first name')).toBeVisible()
  await expect(page.getByText(email)).toHaveCount(0)
  await expect(page.getByText('Wants an invoice by post')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0)
  await page.goto(`/shops/sandbox/customers?q=${email}`)
  await expect(page.getByText('Nothing found')).toBeVisible()
})

test('the form sends what is shown, and says on its field what the gateway rejects', async ({
  page,
  signIn,
  expectErrors,
}) => {
  expectErrors(/status of 422/)
  await signIn()
  await page.goto('/shops/sandbox/customers/new')
  await page.getByLabel('E-mail').fill(`lee.${own()}@example.com`)
  await page.getByLabel('IP address').fill('300.1.1.1')
  await page.getByRole('button', { name: 'Address' }).click()
  await expect(page.getByLabel('State', { exact: true })).toHaveCount(0)
  await page
    .getByRole('button', { name: /Country/ })
    .first()
    .click()
  await page.getByRole('combobox', { name: 'Find in the list' }).fill('United States')
  await page
    .getByRole('option', { name: /^United States/ })
    .first()
    .click()
  await page.getByLabel('State', { exact: true }).fill('TX')
  await page.getByLabel('Postcode').fill('123')
  await page.getByRole('button', { name: 'Create customer' }).first().click()
  const summary = page.getByRole('alert').filter({ hasText: '2 things need attention' })
  await expect(summary).toContainText('IP address')
  await expect(summary).toContainText('Postcode')
  await expect(page.getByLabel('IP address')).toBeFocused()
  await page.getByLabel('IP address').fill('203.0.113.7')

  await page.getByRole('button', { name: 'No country' }).click()
  await expect(page.getByLabel('State', { exact: true })).toHaveCount(0)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.route('**/api/shops/sandbox/customers', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      json: {
        type: 'about:blank',
        status: 422,
        code: 'gateway_rejected',
        title: 'The gateway rejected this',
        errors: { phone: ['is too short'] },
        correlation_id: 'x',
      },
    }),
  )
  await page.getByRole('button', { name: 'Create customer' }).first().click()
  expect((await sent).postDataJSON()).toEqual({
    email: expect.stringContaining('lee.') as unknown,
    ip: '203.0.113.7',
    zip: '123',
  })
  await expect(page.getByLabel('Phone')).toBeFocused()
  await expect(page.getByText('is too short', { exact: true })).toBeVisible()
})

test('a customer of one’s choice is merged, all by keyboard', async ({ page, signIn }) => {
  await signIn()
  const kept = await makeCustomer(page.request)
  const other = await makeCustomer(page.request, { first_name: 'Otto' })
  await page.goto(`/shops/sandbox/customers/${kept.id}`)
  await expect(async () => {
    await page.getByRole('button', { name: 'More', exact: true }).press('ArrowDown')
    await expect(page.getByRole('menuitem', { name: 'Merge with another…' })).toBeFocused({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Enter')
  const choosing = page.getByRole('dialog', { name: 'Merge with another customer' })
  await expect(choosing.getByLabel('Name, e-mail, phone or ID')).toBeFocused()
  await page.keyboard.type(`nobody${own()}`)
  await expect(choosing.getByText('No other customer is found by that.')).toBeVisible()
  await choosing.getByLabel('Name, e-mail, phone or ID').fill(other.last_name)
  await expect(choosing.getByRole('menuitem')).toHaveCount(1)
  await expect(choosing.getByRole('menuitem')).toContainText(other.email)
  await expectAccessible(page, 'merge with another')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const comparing = page.getByRole('dialog', { name: 'The same person?' })
  await expect(comparing.getByRole('row', { name: /^Name/ })).toContainText(`Otto ${other.last_name}`)
  await comparing.getByRole('button', { name: 'Merge into this one' }).press('Enter')
  await expect(page.getByRole('region', { name: 'Merged into this one' })).toContainText(other.last_name)
  await expect(comparing).toBeHidden()
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeFocused()
})

test('the list by keyboard, its filters in the address', async ({ page, signIn }) => {
  await signIn()
  const { last_name: surname } = await makeCustomer(page.request, { country: 'IS' })
  await page.goto('/shops/sandbox/customers')
  await expect(async () => {
    await page.keyboard.press('/') // Key presses have no effect before hydration.
    await expect(search(page)).toBeFocused({ timeout: 500 })
  }).toPass()
  await page.keyboard.type(surname)
  await expect(page).toHaveURL(new RegExp(`q=${surname}`))
  await expect(page.getByRole('row')).toHaveCount(2)
  await search(page).blur()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Maria ${surname}` })).toBeVisible()
  await page.goBack()
  await page.keyboard.press('n')
  await expect(page.getByRole('heading', { level: 1, name: 'New customer' })).toBeVisible()

  await page.goto('/shops/sandbox/customers')
  await page.getByRole('button', { name: 'Country', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Iceland/ }).click()
  await expect(page).toHaveURL(/country=IS/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Payments', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Without payments' }).click()
  await expect(page).toHaveURL(/paid=false/)
  // With two filters set, the others are in a menu.
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitemradio', { name: 'Choose days…' }).click()
  await page.getByLabel('First day').fill('2030-01-02')
  await page.getByLabel('Last day').fill('2030-01-01')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(page.getByText('The last day is before the first')).toBeVisible()
  await page.getByLabel('Last day').fill('2030-01-03')
  await page.getByLabel('Last day').press('Enter')
  await expect(page).toHaveURL(/created_from=2030-01-02&created_to=2030-01-03/)
  await expect(page.getByText('Nothing here matches the filters.')).toBeVisible()
  await page.goto('/shops/sandbox/customers?country=XX&created_from=2026-02-31&sort=nonsense')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('labels and corrected contact details are kept here', async ({ page, signIn }) => {
  await signIn()
  const { id, email } = await makeCustomer(page.request)
  const label = `late ${own()}`
  await page.goto(`/shops/sandbox/customers/${id}`)
  await page.getByLabel('Add a label').fill(`${label}, wholesale`)
  await page.getByLabel('Add a label').press('Enter')
  await page.getByRole('link', { name: `Customers with label ${label}` }).click()
  await expect(page.getByRole('row').nth(1)).toContainText(email)
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.goBack()
  await page.getByRole('button', { name: 'Remove label wholesale' }).click()
  await expect(page.getByRole('link', { name: 'Customers with label wholesale' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Correct contact details' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').fill('no address')
  await dialog.getByRole('button', { name: /Save here/ }).click()
  await expect(dialog.getByRole('alert')).toContainText('E-mail')
  const better = `right.${own()}@example.com`
  await dialog.getByLabel('E-mail').fill(better)
  await dialog.getByRole('button', { name: /Save here/ }).click()
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText(better)
  await expect(details).toContainText(`At the gateway: ${email}`)
  await expect(details.getByText('corrected here')).toBeVisible()
})

test('support sees what is personal masked until revealed, and no more actions than it has', async ({
  page,
  signIn,
  browser,
  baseURL,
  expectErrors,
}) => {
  expectErrors(/404/)
  await signIn()
  const { id, email, last_name: surname } = await makeCustomer(page.request)
  const guest = await supportOf(browser, page, baseURL)
  await find(guest, email, surname)
  await expect(guest.getByText(email)).toHaveCount(0)
  await expect(guest.getByRole('link', { name: 'New customer' })).toHaveCount(0)
  await guest.goto('/shops/sandbox/customers?sort=email')
  await expect(guest).toHaveURL(/customers$/)
  await guest.goto('/shops/sandbox/customers/new')
  await expect(guest.getByRole('heading', { name: 'Not for your role' })).toBeVisible()

  await guest.goto(`/shops/sandbox/customers/${id}`)
  const details = guest.getByRole('region', { name: 'Details' })
  await expect(details).toContainText('Masked until revealed. Revealing is recorded.')
  await expect(guest.getByRole('button', { name: 'More', exact: true })).toHaveCount(0)
  await details.getByRole('button', { name: 'Reveal' }).click()
  await expect(details).toContainText(email)
  await expect(guest.getByRole('list', { name: 'Timeline' })).toContainText('Personal data revealed')
  await details.getByRole('button', { name: 'Hide' }).click()
  await expect(details).not.toContainText(email)
  await guest.goto('/shops/sandbox/customers/cst_00000000')
  await expect(guest.getByRole('heading', { name: 'No customer with this ID' })).toBeVisible()
  await guest.getByRole('link', { name: 'To the customers' }).click()
  await expect(guest).toHaveURL(/customers$/)
  await guest.context().close()
})
