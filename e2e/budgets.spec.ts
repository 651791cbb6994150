import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { expect, test } from './kit/fixtures'

/** Bytes of gzipped JavaScript that a browser loads until the page works. */
const budgets = { list: 225_000, overview: 245_000, form: 275_000, formWithDates: 345_000 }

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
  test(`/${path} loads at most ${budgets[kind] / 1000} kB of gzipped JavaScript`, async ({
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
    await shown.goto(`/shops/sandbox/${path}`)
    await shown.waitForLoadState('networkidle')
    await expect(shown.getByRole('main').getByRole(role, { name }).first()).toBeVisible()
    shown.off('response', count)
    const sizes = await Promise.all(
      [...loaded].map(async ([url, size]) => [new URL(url).pathname, await size] as const),
    )
    await fresh.close()
    const total = sizes.reduce((sum, [, size]) => sum + size, 0)
    test.info().annotations.push({ type: 'gzipped JavaScript', description: `${total} bytes` })
    expect(sizes.length).toBeGreaterThan(3)
    const said = [...sizes].sort((a, b) => b[1] - a[1]).map(([url, size]) => `${size} ${url}`)
    expect(total, said.join('\n')).toBeLessThanOrEqual(budgets[kind])
  })
}
