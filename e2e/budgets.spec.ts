import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, test } from './kit/fixtures'
import { boxOf, hold, hydrated } from './kit/page'

/**
 * What a browser with an empty cache loads until the page works: scripts, and bytes of gzipped JavaScript and HTML.
 * Other requests depend on the rows: fonts depend on their letters, and lists are refetched if something happened
 * meanwhile.
 */
const budgets = {
  list: { scripts: 8, javaScript: 225_000, document: 20_000 },
  overview: { scripts: 7, javaScript: 245_000, document: 17_000 },
  form: { scripts: 10, javaScript: 275_000, document: 17_000 },
  formWithDates: { scripts: 13, javaScript: 345_000, document: 27_000 },
}

const pages: [
  path: string,
  kind: keyof typeof budgets,
  field: { role: 'textbox' | 'button'; name: string | RegExp },
][] = [
  ['products', 'list', { role: 'textbox', name: 'Name, description or ID' }],
  ['checkouts', 'list', { role: 'textbox', name: /./ }],
  ['customers', 'list', { role: 'textbox', name: /./ }],
  ['notifications', 'list', { role: 'textbox', name: /./ }],
  ['card-tokens', 'list', { role: 'textbox', name: /./ }],
  ['', 'overview', { role: 'button', name: /./ }],
  ['products/new', 'form', { role: 'textbox', name: 'Name' }],
  ['checkouts/new', 'formWithDates', { role: 'textbox', name: /./ }],
]

for (const [path, kind, { role, name }] of pages) {
  const budget = budgets[kind]
  test(`/${path} loads at most ${budget.javaScript / 1000} kB of gzipped JavaScript, in ${budget.scripts} scripts`, async ({
    browser,
    page,
    signIn,
    baseURL,
  }) => {
    await signIn()
    // Signed in, with an empty cache.
    const fresh = await browser.newContext({ storageState: await page.context().storageState(), baseURL })
    const shown = await fresh.newPage()
    const loaded = new Map<string, Promise<number>>()
    const count = (response: Response) => {
      if (response.request().resourceType() === 'script')
        loaded.set(
          response.url(),
          response.body().then((body) => gzipSync(body).length),
        )
    }
    shown.on('response', count)
    const answer = await shown.goto(`/shops/sandbox/${path}`)
    await shown.waitForLoadState('networkidle')
    await expect(shown.getByRole('main').getByRole(role, { name }).first()).toBeVisible()
    shown.off('response', count)
    const document = gzipSync((await answer?.body()) ?? '').length
    const sizes = await Promise.all(
      [...loaded].map(async ([url, size]) => [new URL(url).pathname, await size] as const),
    )
    await fresh.close()
    const total = sizes.reduce((sum, [, size]) => sum + size, 0)
    test.info().annotations.push({ type: 'gzipped JavaScript', description: `${total} bytes` })
    test.info().annotations.push({ type: 'document', description: `${document} bytes` })
    expect(sizes.length).toBeGreaterThan(3)
    const said = [...sizes].sort((a, b) => b[1] - a[1]).map(([url, size]) => `${size} ${url}`)
    expect(total, said.join('\n')).toBeLessThanOrEqual(budget.javaScript)
    expect(document, 'the document').toBeLessThanOrEqual(budget.document)
    expect(sizes.length, said.join('\n')).toBeLessThanOrEqual(budget.scripts)
  })
}

test('moving from list to list does not change the style of the whole page', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/customers')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const height = () => page.evaluate(() => document.documentElement.style.getPropertyValue('--page-head'))
  await expect.poll(height).not.toBe('')
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(globalThis, { changedStyles: seen })
    const html = document.documentElement
    new MutationObserver(() => seen.push(html.style.cssText)).observe(html, { attributeFilter: ['style'] })
  })
  for (const list of ['Products', 'Customers']) {
    await page.getByRole('navigation').getByRole('link', { name: list, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: list })).toBeVisible()
    await expect(page.getByRole('table', { name: list })).toBeVisible()
  }
  const changed = () => (globalThis as unknown as { changedStyles: string[] }).changedStyles
  expect(await page.evaluate(changed)).toEqual([])
})

test('text keeps its width when its font comes late', async ({ page, signIn }) => {
  await signIn()
  const release = await hold(page, '**/*.woff2')
  // The font holds back the page's load event as well.
  await page.goto('/shops/sandbox/products', { waitUntil: 'domcontentloaded' })
  const link = page.getByRole('link', { name: 'Connect your provider' })
  await hydrated(link)
  const before = await boxOf(link)
  release()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => document.fonts.ready)
  expect(await boxOf(link)).toEqual(before)
})
