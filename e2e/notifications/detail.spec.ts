import { makeCheckout } from '../kit/checkouts'
import { makeCustomer } from '../kit/customers'
import { expect, test } from '../kit/fixtures'
import { boxOf, onPhone } from '../kit/page'
import { idOf, list, makeProduct, only, own, post, rowsOf, transaction } from '../kit/notifications'
import { make } from '../kit/products'

test('a notification is described in words, and offers its values and a command', async ({
  page,
  clipboard,
  signIn,
  sandbox,
}) => {
  await signIn()
  const [name, uid] = [own("It's an order"), crypto.randomUUID()]
  const card = { brand: 'visa', last_4: '4242' }
  const first = transaction(name, { uid, status: 'incomplete', credit_card: card })
  const body = transaction(name, { uid, credit_card: card, lines: [{ 'a b': 1 }] })
  await post(page.request, first, sandbox)
  await post(page.request, body, sandbox)
  await page.goto(`${list}/${await idOf(page.request, uid, 'successful')}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('€149.90')
  await expect(page.getByText('A payment of €149.90 was successful.')).toBeVisible()
  await expect(page.getByText('It was paid by card Visa •••• 4242.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'This transaction' }).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('region', { name: /changed since the previous one/ })).toContainText(
    'transaction.status',
  )

  const payload = page.getByRole('group', { name: 'Payload' })
  const amount = payload.getByRole('listitem').filter({ hasText: /^amount/ })
  await expect(amount).toContainText('14990')
  await expect(amount).toContainText('€149.90')
  await amount.hover()
  await amount.getByRole('button', { name: 'Copy from this line' }).click()
  await page.getByRole('menuitem', { name: 'Copy the path' }).click()
  await expect.poll(clipboard.read).toBe('transaction.amount')
  await amount.getByRole('button', { name: 'Copy from this line' }).click()
  await page.getByRole('menuitem', { name: 'Copy the value' }).click()
  await expect.poll(clipboard.read).toBe('14990')

  await page.getByRole('button', { name: 'Copy as cURL' }).click()
  await expect.poll(clipboard.read).toContain('-u "$SHOP_ID:$SECRET_KEY"')
  const command = await clipboard.read()
  expect(command).toContain(body.replaceAll("'", String.raw`'\''`))
  expect(command).not.toMatch(/authorization/i)
  expect(command).not.toContain(sandbox.password)

  await page.getByRole('region', { name: 'This transaction' }).getByRole('link').first().click()
  await expect(page.getByText('is not complete yet')).toBeVisible()
})

test('a notification is replayed, and the person is recorded', async ({ page, signIn, sandbox }) => {
  await signIn()
  const name = own('Order')
  const body = transaction(name)
  await post(page.request, body, sandbox)
  await post(page.request, body, sandbox)
  await page.goto(`${list}?open=${await idOf(page.request, name)}`)
  const detail = page.getByRole('complementary', { name: 'Notification' })
  await expect(detail).toContainText('Delivered twice, recorded once')
  await expect(detail.getByRole('region', { name: 'Deliveries' })).toContainText('the same bytes')
  await detail.getByRole('button', { name: 'Send again here' }).click()
  const dialog = page.getByRole('alertdialog', { name: /Send this notification again/ })
  await expect(dialog).toContainText('The gateway is not told')
  await dialog.getByRole('button', { name: 'Send again here' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(detail.getByRole('region', { name: 'Deliveries' })).toContainText(/Sent again here .+, by /)
})

test('a notification without links is linked to a checkout by hand, and unlinked', async ({
  page,
  signIn,
  sandbox,
}) => {
  await signIn()
  const name = own('Order')
  const checkout = await makeCheckout(page.request)
  await post(page.request, transaction(name), sandbox)
  const id = await idOf(page.request, name)
  await page.goto(`${only(name)}&linked=false&open=${id}`)
  const changed = page.getByRole('region', { name: 'What it changed here' })
  await expect(changed).toContainText('Nothing yet')
  await changed.getByRole('button', { name: 'Link by hand' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'What is it about?' })
  await expect(dialog.getByRole('button', { name: 'Save the links' })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: /Find a checkout/ })).toBeFocused()
  // Typing on the field opens it, with these letters as the search.
  await page.keyboard.press('x')
  await expect(page.getByRole('searchbox', { name: /Find a checkout/ })).toHaveValue('x')
  await page.getByRole('searchbox', { name: /Find a checkout/ }).fill(checkout.description)
  await page.getByRole('option', { name: new RegExp(checkout.description) }).click()
  await expect(dialog).toContainText(checkout.description)
  await dialog.getByRole('button', { name: 'Save the links' }).click()
  await expect(changed.getByRole('link', { name: checkout.description })).toBeVisible()
  await expect(changed).toContainText('linked by hand')
  await expect(rowsOf(page, name)).toHaveCount(0) // The filter excludes it now that it is linked.

  await changed.getByRole('button', { name: 'Remove the link to the checkout' }).click()
  await expect(changed).toContainText('Nothing yet')
  await expect(rowsOf(page, name)).toHaveCount(1)
})

test('hostile payloads are shown, whole and harmless', async ({ page, signIn, sandbox }) => {
  await signIn()
  const uid = crypto.randomUUID()
  const text = '\u202e<img src=x onerror=alert(1)> שלום \ud800'
  const hostile = { uid, deep: nested(200), long: 'x'.repeat(300_000), nul: 'a\0b', text }
  await post(page.request, transaction(own('Odd'), hostile), sandbox)
  page.on('dialog', (dialog) => {
    throw new Error(`an alert: ${dialog.message()}`)
  })
  await page.goto(`${list}/${await idOf(page.request, uid)}`)
  const payload = page.getByRole('group', { name: 'Payload' })
  await expect(payload).toContainText(String.raw`"a\u0000b"`)
  await expect(payload).toContainText(String.raw`"\u202e<img src=x onerror=alert(1)> שלום \ud800"`)
  await expect(payload.getByRole('button', { name: 'Show all' })).toBeVisible()
  await payload.getByRole('button', { name: 'Show all' }).click()
  await expect(payload).toContainText('x'.repeat(300_000))
  await payload.getByRole('button', { name: /^deep/ }).click()
  await expect(payload.getByRole('button', { name: /^a ?\{1\}/ })).toHaveCount(1)
})

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) })

test('the way back has its own line on a phone, and the buttons share a row', async ({ page, signIn }) => {
  test.slow()
  await onPhone(page)
  await signIn()
  const name = own('Order')
  await post(page.request, transaction(name))
  const product = await make(page.request, { quantity: 1 })
  const customer = await makeCustomer(page.request)
  const job = await page.request.post('/api/shops/sandbox/products/bulk', {
    data: { operation: { kind: 'set_quantity', quantity: 4 }, selection: { ids: [product.id] } },
  })
  const { id: jobId } = (await job.json()) as { id: string }
  const shop = '/shops/sandbox'
  const pages = [
    [`${list}/${await idOf(page.request, name)}`, 'Notifications', ['More']],
    [`${shop}/products/${product.id}`, 'Products', ['Edit', 'More']],
    [`${shop}/customers/${customer.id}`, 'Customers', ['More']],
    [`${shop}/jobs/${jobId}`, 'Jobs', ['Discard', 'Run']],
  ] as const
  for (const [path, parent, names] of pages) {
    await page.goto(path)
    const main = page.getByRole('main')
    const back = await boxOf(main.getByRole('link', { name: parent, exact: true }))
    const tops = new Set<number>()
    for (const button of names) {
      const place = main.getByRole('button', { name: button }).or(main.getByRole('link', { name: button }))
      const { y, height } = await boxOf(place.first())
      expect([path, button, y >= back.y + back.height]).toEqual([path, button, true])
      tops.add(Math.round(y + height / 2))
    }
    expect([path, tops.size]).toEqual([path, 1])
  }
})

test('the buttons of a notification’s page are in a menu on a phone', async ({ page, signIn, sandbox }) => {
  await onPhone(page)
  await signIn()
  const name = own('Order')
  await post(page.request, transaction(name), sandbox)
  await page.goto(`${list}/${await idOf(page.request, name)}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Send again here' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send again here' }).click()
  await expect(page.getByText('Sent again here.', { exact: true })).toBeVisible()
})

test('a tab has the title of its page', async ({ page, signIn, sandbox, support }) => {
  await signIn()
  const sold = await makeProduct(page.request)
  await page.goto(`/shops/sandbox/products/${sold.id}`)
  await expect(page).toHaveTitle(`${sold.name} · Sandbox (sandbox) · Counterfoil`)
  const checkout = await makeCheckout(page.request)
  await page.goto(`/shops/sandbox/checkouts/${checkout.id}`)
  await expect(page).toHaveTitle(`${checkout.description} · Sandbox (sandbox) · Counterfoil`)
  const name = own('Order')
  await post(page.request, transaction(name), sandbox)
  await page.goto(`${list}/${await idOf(page.request, name)}`)
  await expect(page).toHaveTitle('€149.90, Paid · Sandbox (sandbox) · Counterfoil')

  const nameless = await makeCustomer(page.request, { first_name: undefined, last_name: undefined })
  const path = `/shops/sandbox/customers/${nameless.id}`
  await page.goto(path)
  await expect(page).toHaveTitle(`${nameless.email} · Sandbox (sandbox) · Counterfoil`)
  const guest = await support()
  await guest.goto(path)
  await expect(guest).toHaveTitle(/^m•••@example\.com · Sandbox \(sandbox\) · Counterfoil$/)
})

test('the button of each line of a payload names its path', async ({ page, signIn, sandbox }) => {
  await signIn()
  const name = own('Order')
  await post(page.request, transaction(name, { lines: [{ 'a b': 12 }] }), sandbox)
  await page.goto(`${list}/${await idOf(page.request, name)}`)
  const payload = page.getByRole('group', { name: 'Payload' })
  const path = 'transaction.lines[0]["a b"]'
  await expect(payload.getByRole('button', { name: 'Copy from this line: transaction.amount' })).toHaveCount(
    1,
  )
  const lines = payload.getByRole('button', { name: /^lines/ })
  if ((await lines.getAttribute('aria-expanded')) === 'false') await lines.click()
  const first = payload.getByRole('button', { name: /^0/ })
  if ((await first.getAttribute('aria-expanded')) === 'false') await first.click()
  await payload.getByRole('button', { name: `Copy from this line: ${path}` }).click()
  await expect(page.getByRole('menuitem', { name: 'Copy the path' })).toBeVisible()
})
