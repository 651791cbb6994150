import type { Page } from '@playwright/test'
import { makeCustomer, pay } from '../kit/customers'
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

test('a customer: created, found, noted, merged, unmerged, anonymised', async ({
  page,
  clipboard,
  signIn,
}) => {
  test.slow()
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

  // Search terms as misheard: a letter missing, other spaces in the number, last name first.
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
  await expect.poll(clipboard.read).toContain(`Anna ${surname}`)
  const summary = await clipboard.read()
  expect(summary).toContain(name)
  expect(summary).not.toContain('invoice by post')

  // The same number in another format warns while typing.
  await page.goto('/shops/sandbox/customers/new')
  await page.getByLabel('Phone').fill(`0341/${digits}`)
  const warning = page.getByRole('region', { name: 'One customer already has this' })
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
  await expect(dialog.getByText(/^If merged into this one, Anna/)).toContainText(
    `also by these of A. ${surname}: Name, E-mail`,
  )
  await expect(dialog.getByText(/^If merged into the other, A\./)).toContainText(
    `also by these of Anna ${surname}: Name, E-mail`,
  )
  await dialog.getByRole('button', { name: 'Merge into the other' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `A. ${surname}` })).toBeVisible()
  const undo = page.getByRole('button', {
    name: `Undo the merge: make Anna ${surname} a separate customer again`,
  })
  await undo.click()
  await expect(undo).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goto(first)
  await page.getByRole('button', { name: `Compare with A. ${surname}` }).click()
  await dialog.getByRole('button', { name: 'Merge into this one' }).click()
  const merged = page.getByRole('region', { name: 'Merged into this one' })
  await expect(merged).toContainText(`A. ${surname}`)
  await expect(page.getByText('possible duplicate', { exact: true })).toBeHidden()
  await merged.getByRole('link').click()
  await expect(page.getByText(`This customer is merged into Anna ${surname}`)).toBeVisible()
  // The name comes with the page.
  const sent = await (await page.request.get(page.url())).text()
  expect(sent.replaceAll(/<[^>]*>/g, '')).toContain(`This customer is merged into Anna ${surname}`)
  await page.goto(first)
  await merged
    .getByRole('button', { name: `Undo the merge: make A. ${surname} a separate customer again` })
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
  await expect(page.getByRole('heading', { level: 1, name: 'Anonymised' })).toBeFocused()
  await expect(page.getByText('The gateway still holds: first name')).toBeVisible()
  await expect(page.getByText(email)).toHaveCount(0)
  await expect(page.getByText('Wants an invoice by post')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0)
  await page.goto(`/shops/sandbox/customers?q=${email}`)
  await expect(page.getByText('Nothing found')).toBeVisible()
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

test('support sees personal data masked until revealed, and only allowed actions', async ({
  page,
  signIn,
  expectErrors,
  support,
}) => {
  expectErrors(/404/)
  await signIn()
  const { id, email, last_name: surname } = await makeCustomer(page.request)
  const guest = await support()
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
})

test('the palette leads to all matches where it shows only some', async ({ page, signIn }) => {
  await signIn()
  const lastName = `Vielen${letters()}`
  for (let n = 0; n < 7; n++) await makeCustomer(page.request, { last_name: lastName })
  await page.goto('/shops/sandbox')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type(lastName)
  await expect(palette.getByRole('menuitem')).toHaveCount(7)
  await palette.getByRole('menuitem', { name: 'Show all 7' }).click()
  await expect(page).toHaveURL(new RegExp(`/customers\\?q=${lastName}$`))
  await expect(page.getByRole('row').filter({ hasText: lastName })).toHaveCount(7)
})
