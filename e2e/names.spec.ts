import { expectNoSidewaysScroll } from './kit/accessible'
import { makeCheckout } from './kit/checkouts'
import { makeCustomer } from './kit/customers'
import { expect, test } from './kit/fixtures'
import { make, read } from './kit/products'

/** Characters that reverse the text after them. */
const bidiControls = /[\u202a-\u202e\u2066-\u2069]/

test('a name with direction marks is shown escaped everywhere, and stored unchanged', async ({
  page,
  signIn,
}) => {
  await signIn()
  const own = crypto.randomUUID().slice(0, 8)
  const name = `abc${own} \u202eevil\u202c`
  const { id } = await make(page.request, { name, description: `\u2067${own}\u2069` })
  const written = `abc${own} \\u202eevil\\u202c`
  const expectNone = async () => expect(await page.locator('body').innerText()).not.toMatch(bidiControls)

  await page.goto(`/shops/sandbox/products?q=abc${own}`)
  await expect(page.getByRole('link', { name: written })).toBeVisible()
  await expectNone()
  await page.getByRole('link', { name: written }).click()
  await expect(page.getByRole('heading', { level: 1, name: written })).toBeVisible()
  await expectNone()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('heading', { name: `Share ${written}` })).toBeVisible()
  // The share text has the name unchanged.
  const mail = new URL((await sheet.getByRole('link', { name: 'E-mail' }).getAttribute('href')) ?? '')
  expect(mail.searchParams.get('subject')).toBe(name)
  await page.keyboard.press('Escape')
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type(`abc${own}`)
  await expect(
    page.getByRole('menuitem', { name: written }).or(page.getByRole('option', { name: written })),
  ).toBeVisible()
  await expectNone()
  expect(await read(page.request, id)).toMatchObject({ name })
})

test('a product’s links and ID are whole on a phone, and its description on demand', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 900 })
  await signIn()
  const description = `${'Long and winding. '.repeat(20)}The end.`
  const product = await make(page.request, { description })
  await page.goto(`/shops/sandbox/products/${product.id}`)
  for (const url of [product.pay_url, product.confirm_url]) {
    const link = page.getByText(url, { exact: true })
    await expect(link).toBeVisible()
    expect(await link.evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true)
  }
  const details = page.getByRole('region', { name: 'Details' })
  const id = details.getByText(product.id, { exact: true })
  expect(await id.evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true)
  const text = details.getByText(description)
  const isCut = () => text.evaluate((shown) => shown.scrollHeight > shown.clientHeight)
  expect(await isCut()).toBe(true)
  await details.getByRole('button', { name: 'Show all' }).click()
  expect(await isCut()).toBe(false)
  await expect(details.getByRole('button', { name: 'Show less' })).toHaveAttribute('aria-expanded', 'true')
})

test('a name in another direction is read in it, and stays beside the buttons of a phone', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn()
  const name = `مصباح القراءة النحاسي الكبير ${crypto.randomUUID().slice(0, 8)} مصباح!`
  const product = await make(page.request, { name, description: name })
  await page.goto(`/shops/sandbox/products/${product.id}`)
  const title = await page.getByRole('heading', { level: 1, name }).boundingBox()
  const search = await page
    .getByRole('banner')
    .getByRole('button', { name: /search/i })
    .boundingBox()
  expect((title?.x ?? 0) + (title?.width ?? 0)).toBeLessThanOrEqual(search?.x ?? 0)
  const shown = page.getByRole('region', { name: 'Details' }).getByText(name)
  await expect(shown).toHaveCount(2)
  for (const text of await shown.all()) await expect(text).toHaveCSS('direction', 'rtl')
})

test('a name of one long word fits every page on a phone', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn()
  const own = crypto.randomUUID().slice(0, 8)
  const word = `Donau${own}dampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft`
  const email = `${own}${'x'.repeat(40)}@${'y'.repeat(60)}.example`
  const product = await make(page.request, { name: word, description: word })
  const checkout = await makeCheckout(page.request, { order: { description: word } })
  const customer = await makeCustomer(page.request, { first_name: word, last_name: word, email })
  const paid = await page.request.post(`/sandbox/products/${product.id}/payments`, {
    data: {
      attempt: crypto.randomUUID(),
      number: '4200000000000000',
      expiry: '12/39',
      verification_value: '111',
      holder: word.slice(0, 35),
      email,
    },
  })
  const { uid } = (await paid.json()) as { uid: string }
  await expect
    .poll(async () => (await page.request.get(`/api/shops/sandbox/payments/${uid}`)).status())
    .toBe(200)
  const shop = '/shops/sandbox'
  for (const path of [
    shop,
    ...['products', 'payments', 'checkouts', 'customers', 'notifications'].map((list) => `${shop}/${list}`),
    `${shop}/products/${product.id}`,
    `${shop}/products/${product.id}/edit`,
    `${shop}/products/print?ids=${product.id}`,
    `${shop}/payments/${uid}`,
    `${shop}/checkouts/${checkout.id}`,
    `${shop}/customers/${customer.id}`,
    '/sandbox/outbox',
    product.pay_url,
    product.confirm_url,
    checkout.redirect_url,
    `/sandbox/payments/${uid}`,
  ]) {
    await page.goto(path)
    await expect(page.locator('h1, h2, main p').first()).toBeVisible()
    await expectNoSidewaysScroll(page, path)
  }
  await page.goto(shop)
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(palette).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.keyboard.type(`Donau${own}`)
  const found = palette.getByRole('menuitem')
  await expect(found).toHaveCount(4)
  for (const one of await found.all())
    expect(await one.evaluate((shown) => shown.scrollWidth <= shown.clientWidth)).toBe(true)
})

test('a colleague’s name of one long word fits the lines that say who did something', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn()
  const name = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2)
  const email = `${crypto.randomUUID().slice(0, 8)}@shop.example`
  const invitation = { email, name, role: 'owner' }
  const invited = await page.request.post('/api/shops/sandbox/invitations', { data: invitation })
  const { url } = (await invited.json()) as { url: string }
  const elsewhere = await browser.newContext({ baseURL })
  const answer = { token: url.split('#').at(-1), name, password: 'a password for a colleague' }
  expect((await elsewhere.request.post('/api/invitations/accept', { data: answer })).status()).toBe(200)
  await elsewhere.close()

  await signIn({ email, password: answer.password })
  const product = await make(page.request)
  const customer = await makeCustomer(page.request, {})
  const note = await page.request.post(`/api/shops/sandbox/customers/${customer.id}/notes`, {
    data: { text: 'She calls again on Monday' },
  })
  expect(note.status()).toBe(201)
  for (const path of [
    `products/${product.id}`,
    `customers/${customer.id}`,
    'settings/activity',
    'settings/people',
  ]) {
    await page.goto(`/shops/sandbox/${path}`)
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
    await expectNoSidewaysScroll(page, path)
  }
})
