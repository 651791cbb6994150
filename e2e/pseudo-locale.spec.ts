import { readdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectNoSidewaysScroll } from './kit/accessible'
import { makeCheckout } from './kit/checkouts'
import { makeCustomer, pay } from './kit/customers'
import { expect, test } from './kit/fixtures'
import { dataOf, hardCoded, plainTexts } from './kit/hard-coded'

/** English with accents, about 40 % longer, from right to left (lib/core/i18n/pseudo.ts). */
const pseudoLocale = 'ar-XB'
test.use({ locale: pseudoLocale })

const shop = '/shops/sandbox'

/** The addresses of all pages that need no ID and no token. */
const plainPages = () =>
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('page.tsx'))
    .map((file) => `/${dirname(file)}`.replaceAll(/\/(\([^/]+\)|\.)/g, '').replace('[shop]', 'sandbox'))
    // Payer pages have their own languages. The reference of the API is in English.
    .filter((path) => !path.includes('[') && !/^\/(sandbox|api-reference)(\/|$)/.test(path))

/** Creates one record of each kind, and returns the addresses of their pages. */
async function pagesOfRecords(request: APIRequestContext): Promise<string[]> {
  const idOf = async (list: string) => {
    const answer = await request.get(`/api${shop}/${list}`)
    const { items } = (await answer.json()) as { items: Record<string, string>[] }
    const [first] = items
    return encodeURIComponent(first?.id ?? first?.uid ?? '')
  }
  const customer = await makeCustomer(request)
  const checkout = await makeCheckout(request)
  const product = await idOf('products?q=workshop')
  await pay(request, product, customer.email)
  await expect.poll(() => idOf('payments')).not.toBe('')
  return [
    `${shop}/products/${product}`,
    `${shop}/products/${product}/edit`,
    `${shop}/customers/${customer.id}`,
    `${shop}/checkouts/${checkout.id}`,
    `${shop}/payments/${await idOf('payments')}`,
    `${shop}/notifications/${await idOf('notifications')}`,
    `${shop}/products/prd_0000`,
    '/nowhere',
  ]
}

/** Where the pages get their data. */
const sources = [
  '',
  '/products',
  '/customers',
  '/checkouts',
  '/payments',
  '/notifications',
  '/activity',
  '/alerts',
  '/forwarding',
  '/card-tokens',
  '/people',
  '/invitations',
].map((path) => `/api${shop}${path}`)

/** Code, keys and identifiers that are not from left to right. */
const rightToLeftCode = (page: Page) =>
  page
    .locator('pre, code, kbd, .font-mono:not([dir], bdi)')
    .evaluateAll((all) =>
      all
        .filter((one) => getComputedStyle(one).direction !== 'ltr')
        .map((one) => one.outerHTML.slice(0, 200)),
    )

test('no text and no direction is hard-coded, on a wide and on a narrow screen', async ({
  page,
  signIn,
  expectErrors,
}) => {
  expectErrors(/404/)
  test.setTimeout(600_000)
  const seen: [path: string, texts: string[]][] = []
  const look = async (path: string) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
    await expect(page.locator('html')).toHaveAttribute('lang', pseudoLocale)
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page, path)
      seen.push([`${path}, ${width} px`, await plainTexts(page)])
    }
    expect(await rightToLeftCode(page), path).toEqual([])
    // In such a language, amounts contain direction marks. Only foreign text has them escaped.
    await expect(page.getByText(/\\u200[ef]/), path).toHaveCount(0)
  }
  await look('/sign-in')
  await signIn()
  const records = await pagesOfRecords(page.request)
  for (const path of [...plainPages(), ...records]) await look(path)
  const data = await dataOf(page.request, sources)
  const wrong = seen.map(([path, texts]) => [path, hardCoded(texts, data)] as const)
  expect(wrong.filter(([, texts]) => texts.length > 0)).toEqual([])
})

test('a chosen language wins over the browser’s', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/account')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  const { name } = (await (await page.request.get('/api/account')).json()) as { name: string }
  const choose = (locale: 'en' | null) =>
    page.request.patch('/api/account', { data: { name, locale, time_zone: null } })
  expect((await choose('en')).status()).toBe(200)
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr')
  const refused = await page.request.get('/api/shops/none/products')
  expect(((await refused.json()) as { title: string }).title).toMatch(/^[\x20-\x7e]+$/)
  await choose(null)
})
