/** What a new checkout begins with: a link, a template, a draft. */
import { readCheckout } from '../kit/checkouts'
import { makeCustomer } from '../kit/customers'
import { expect, test } from '../kit/fixtures'
import { address, box, create, createdId, own, part, request } from '../kit/new-checkout'

test('a link fills the form and sends nothing; another one like it begins with its fields', async ({
  page,
  signIn,
}) => {
  await signIn()
  const customer = await makeCustomer(page.request, { country: 'DE', city: 'Leipzig' })
  const description = `Linked ${own()}`
  const search = new URLSearchParams({ amount: '12.50', currency: 'usd', description, tracking_id: description, customer: customer.id }) // prettier-ignore
  await page.goto(`${address}?${search}`)
  await expect(box(page, 'Amount')).toHaveValue('12.50')
  await expect(box(page, /^E-mail/)).toHaveValue(customer.email)
  expect((await request(page)).checkout).toMatchObject({
    order: { amount: 1250, currency: 'USD', description, tracking_id: description },
    customer: { first_name: 'Maria', city: 'Leipzig', country: 'DE' },
  })
  const list = () => page.request.get(`/api/shops/sandbox/checkouts?q=${encodeURIComponent(description)}`)
  expect(await (await list()).json()).toMatchObject({ total: 0 })
  await create(page).click()
  const first = await createdId(page)
  expect(await readCheckout(page.request, first)).toMatchObject({ customer_id: customer.id })

  // A tracking ID in use causes a warning, not an error.
  await page.goto(`${address}?amount=1&tracking_id=${encodeURIComponent(description)}`)
  await expect(page.getByText('This tracking ID is already used')).toBeVisible()
  await expect(page.getByRole('link', { name: `Checkout: ${description}` })).toHaveAttribute('href', `/shops/sandbox/checkouts/${first}`) // prettier-ignore

  await page.goto(`${address}?from=${first}`)
  await expect(box(page, 'Description')).toHaveValue(description)
  await expect(box(page, /^Tracking ID/)).toHaveValue('')
  await create(page).click()
  const second = await createdId(page)
  expect(second).not.toBe(first)
  expect(await readCheckout(page.request, second)).toMatchObject({ amount: 1250, customer_id: customer.id })
})

test('a template is saved, is what new checkouts begin with, and is removed', async ({ page, signIn }) => {
  await signIn()
  const name = `Template ${own()}`
  await page.goto(`${address}?amount=33&currency=USD&description=Monthly&email=a@reader.example`)
  await page.getByRole('button', { name: 'From template' }).click()
  await page.getByRole('menuitem', { name: 'Save as template' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as template' })
  await expect(dialog.getByRole('checkbox', { name: 'Customer', exact: true })).not.toBeChecked()
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByText('Default of the shop').click()
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await expect(dialog).toBeHidden()

  await page.goto(address)
  await expect(box(page, 'Amount')).toHaveValue('33.00')
  await expect(box(page, 'Description')).toHaveValue('Monthly')
  await expect(box(page, /^E-mail/)).toHaveValue('')

  await page.getByRole('button', { name: 'From template' }).click()
  await page.getByRole('menuitem', { name: 'Manage templates' }).click()
  const manage = page.getByRole('dialog', { name: 'Manage templates' })
  await manage.getByRole('button', { name: `No default: ${name}` }).click()
  await manage.getByRole('button', { name: `Rename ${name}` }).click()
  await manage.getByLabel('Name').fill(' ')
  await page.keyboard.press('Enter')
  await expect(manage.getByText('Give the template a name')).toBeVisible()
  await manage.getByLabel('Name').fill(`${name} B`)
  await page.keyboard.press('Enter')
  await expect(manage.getByRole('button', { name: `Make default: ${name} B` })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(`${address}?description=Kept`)
  await expect(box(page, 'Amount')).toHaveValue('')
  await page.getByRole('button', { name: 'From template' }).click()
  await page.getByRole('menuitem', { name: `${name} B` }).click()
  await expect(box(page, 'Amount')).toHaveValue('33.00')
  await expect(box(page, 'Description')).toHaveValue('Monthly')

  await page.getByRole('button', { name: 'From template' }).click()
  await page.getByRole('menuitem', { name: 'Manage templates' }).click()
  await manage.getByRole('button', { name: `Delete ${name} B` }).click()
  await manage.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(manage.getByText(`${name} B`)).toHaveCount(0)
})

test('a form that was left half filled is offered again, and without its card', async ({ page, signIn }) => {
  await signIn()
  const description = `Half ${own()}`
  await page.goto(address)
  await box(page, 'Amount').fill('7.50')
  await box(page, 'Description').fill(description)
  await part(page, 'Payment methods').click()
  await box(page, 'Card token')
    .or(page.getByLabel('Card token', { exact: true }))
    .fill('a-secret-token')
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.waitForURL('**/shops/sandbox')
  const stored = await page.evaluate(() => JSON.stringify(window.localStorage))
  expect(stored).toContain(description)
  expect(stored).not.toContain('secret')

  await page.goto(address)
  const offer = page.getByRole('region', { name: 'You left a checkout half filled in' })
  await expect(offer).toContainText(`${description} · €7.50`)
  await expect(box(page, 'Amount')).toHaveValue('')
  await offer.getByRole('button', { name: 'Continue where you left off' }).press('Enter')
  await expect(box(page, 'Amount')).toHaveValue('7.50')
  await expect(offer).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await create(page).click()
  await createdId(page)
  await page.goto(address)
  await expect(box(page, 'Amount')).toBeFocused()
  await expect(offer).toHaveCount(0)

  await box(page, 'Description').fill('Another')
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('Another')
  await page.reload()
  await offer.getByRole('button', { name: 'Discard' }).click()
  await page.reload()
  await expect(box(page, 'Amount')).toBeFocused()
  await expect(offer).toHaveCount(0)
})

test('forms in two tabs keep drafts of their own', async ({ page, signIn }) => {
  await signIn()
  const [first, second] = [`First ${own()}`, `Second ${own()}`]
  await page.goto(address)
  await box(page, 'Amount').fill('7.50')
  await box(page, 'Description').fill(first)
  const other = await page.context().newPage()
  await other.goto(address)
  await box(other, 'Amount').fill('8.50')
  await box(other, 'Description').fill(second)
  await create(other).click()
  await createdId(other)
  await other.close()

  await page.reload()
  const offer = page.getByRole('region', { name: 'You left a checkout half filled in' })
  await expect(offer).toContainText(`${first} · €7.50`)

  // Continued in one tab, it is no longer offered in the other.
  const third = await page.context().newPage()
  await third.goto(address)
  const offerThere = third.getByRole('region', { name: 'You left a checkout half filled in' })
  await expect(offerThere).toContainText(first)
  await offer.getByRole('button', { name: 'Continue where you left off' }).click()
  await expect(box(page, 'Description')).toHaveValue(first)
  await expect(offerThere).toHaveCount(0)
  await third.close()
})

test('a method that is typed but not added yet is asked about', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/checkouts')
  await page.getByRole('link', { name: /^New/ }).first().click()
  await expect(box(page, 'Amount')).toBeFocused()
  await part(page, 'Payment methods').click()
  const methods = page.getByLabel('Only these methods').and(page.getByRole('textbox'))
  await methods.fill('erip')
  await page.evaluate(() => window.history.back())
  await page
    .getByRole('alertdialog', { name: 'Leave this page?' })
    .getByRole('button', { name: 'Keep editing' })
    .click()
  await expect(page.getByRole('button', { name: 'Remove erip' })).toBeVisible()
})
