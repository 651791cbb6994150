import { expectAccessible } from '../kit/accessible'
import { makeCustomer } from '../kit/customers'
import { expect, test } from '../kit/fixtures'
import { hold } from '../kit/page'

const own = () => crypto.randomUUID().slice(0, 8)

test('the form sends visible values, and shows the gateway’s errors at their fields', async ({
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
  const country = page.getByRole('button', { name: /Country/ }).first()
  // A list closes when the page scrolls, so scrolling must end before it opens.
  await country.scrollIntoViewIfNeeded()
  await country.click()
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

test('a chosen customer is merged, by keyboard', async ({ page, signIn }) => {
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
  await expect(choosing.getByText('No other customer was found.')).toBeVisible()
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

test('labels and corrected contact details are kept here', async ({ page, signIn }) => {
  await signIn()
  const { id, email } = await makeCustomer(page.request)
  const label = `late ${own()}`
  await page.goto(`/shops/sandbox/customers/${id}`)
  await page.getByLabel('Add a label').press('Enter')
  await expect(page.getByText('Type a label')).toBeVisible()
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
  await expect(dialog.getByRole('alert')).toContainText('E-mail: Not an e-mail address')
  const better = `right.${own()}@example.com`
  await dialog.getByLabel('E-mail').fill(better)
  await dialog.getByRole('button', { name: /Save here/ }).click()
  const details = page.getByRole('region', { name: 'Details' })
  await expect(details).toContainText(better)
  await expect(details).toContainText(`At the gateway: ${email}`)
  await expect(details.getByText('corrected here')).toBeVisible()
})

test('what is typed while a note or a label is sent stays', async ({ page, signIn }) => {
  await signIn()
  const { id } = await makeCustomer(page.request)
  await page.goto(`/shops/sandbox/customers/${id}`)
  for (const [label, keys, done] of [
    ['Add a note', 'Control+Enter', page.getByText('Note added.')],
    ['Add a label', 'Enter', page.getByRole('button', { name: /^Remove .*first/ })],
  ] as const) {
    const field = page.getByLabel(label)
    const release = await hold(page, `**/api/shops/sandbox/customers/${id}**`)
    await field.fill('first')
    await field.press(keys)
    await field.fill('second')
    release()
    await expect(done).toBeVisible()
    await expect(field).toHaveValue('second')
  }
  const remove = page.getByRole('button', { name: /^Remove .*first/ })
  // Until the label is saved, it is disabled.
  await expect(remove).toBeEnabled()
  await remove.press('Enter')
  await expect(page.getByRole('list', { name: 'Labels' })).toBeFocused()
})
