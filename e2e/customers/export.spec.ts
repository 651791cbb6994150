import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from '../kit/accessible'
import { savedText } from '../kit/page'
import { expect, test } from '../kit/fixtures'

type Made = { id: string; created_at: string }

async function make(request: APIRequestContext, fields: Record<string, unknown>): Promise<Made> {
  const data = { email: `${crypto.randomUUID()}@reader.example`, ip: '192.0.2.1', ...fields }
  const made = await request.post('/api/shops/sandbox/customers', { data })
  expect(made.status()).toBe(201)
  return (await made.json()) as Made
}

const savedCsv = (page: Page) => savedText(page, page.getByRole('link', { name: 'Download CSV' }))

async function openExport(page: Page, address: string) {
  await page.goto(address)
  await page.getByRole('button', { name: 'Export' }).click()
  return page.getByRole('dialog', { name: 'Export customers' })
}

test('the list of customers is exported as it is shown, or with other columns', async ({ page, signIn }) => {
  await signIn()
  const word = `reader${crypto.randomUUID().slice(0, 6)}`
  const email = (name: string) => `${name}.${word}@reader.example`
  const formula = await make(page.request, { first_name: '=cmd()', last_name: word, email: email('a') })
  const avi = await make(page.request, {
    first_name: 'אבי "🦊"',
    last_name: word,
    email: email('b'),
    city: 'Jaffa',
    country: 'IL',
  })
  const html = await make(page.request, { first_name: '<b>Bo</b>', last_name: word, email: email('c') })
  const api = `/api/shops/sandbox/customers/${avi.id}`
  const contact = { email: 'new@reader.example' }
  const data = { labels: ['VIP', 'Fair'], contact }
  expect((await page.request.patch(api, { data })).status()).toBe(200)

  const dialog = await openExport(
    page,
    `/shops/sandbox/customers?q=${word}&sort=email&columns=email,country,labels`,
  )
  await expect(dialog.getByText('3 rows')).toBeVisible()
  await expectAccessible(page, 'export')
  expect(await savedCsv(page)).toBe(
    [
      'id,first_name,last_name,email,city,country,labels (local)',
      `${formula.id},'=cmd(),${word},${email('a')},,,`,
      `${avi.id},"אבי ""🦊""",${word},${email('b')},Jaffa,IL,"VIP, Fair"`,
      `${html.id},<b>Bo</b>,${word},${email('c')},,,`,
      '',
    ].join('\r\n'),
  )
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'None' }).click()
  await expect(dialog.getByText('Choose at least one column.')).toBeVisible()
  for (const column of ['First name', 'Corrected e-mail (local)'])
    await dialog.getByText(column, { exact: true }).click()
  await dialog.getByRole('button', { name: /Separator/ }).click()
  await page.getByRole('option', { name: /^Semicolon/ }).click()
  expect(await savedCsv(page)).toBe(
    '\uFEFFfirst_name;contact_email (local)\r\n\'=cmd();\r\n"אבי ""🦊""";new@reader.example\r\n<b>Bo</b>;\r\n',
  )
})

test('on a phone the export fits', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await signIn()
  await make(page.request, { first_name: 'Phone' })
  await page.goto('/shops/sandbox/customers')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await expect(page.getByRole('menuitem', { name: 'Import' })).toBeVisible()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export customers' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'export on a phone')
  await expectNoSidewaysScroll(page, 'export')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expectNoSidewaysScroll(page, 'customers')
})

test('support staff are not offered an export, and get none', async ({ page, signIn, browser, baseURL }) => {
  await signIn()
  const password = 'a password for support'
  const email = `${crypto.randomUUID()}@shop.example`
  const invited = await page.request.post('/api/shops/sandbox/invitations', {
    data: { email, name: 'Sam', role: 'support' },
  })
  const { url } = (await invited.json()) as { url: string }
  const guest = await (await browser.newContext({ baseURL })).newPage()
  await guest.goto(url)
  await guest.getByLabel('Password').fill(password)
  await guest.getByRole('button', { name: 'Join' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await guest.goto('/shops/sandbox/customers')
  await expect(guest.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  await expect(guest.getByRole('main').getByText('Export', { exact: true })).toHaveCount(0)
  expect((await guest.request.get('/api/shops/sandbox/customers/export')).status()).toBe(403)
  await guest.context().close()
})
