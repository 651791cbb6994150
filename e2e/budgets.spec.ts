import { gzipSync } from 'node:zlib'
import type { Request, Response } from '@playwright/test'
import { expect, test } from './kit/fixtures'

/** What a browser with an empty cache loads until the page works. `scripts` and `document` are bytes, gzipped. */
const budgets = {
  list: { scripts: 225_000, document: 20_000, requests: 12 },
  overview: { scripts: 245_000, document: 17_000, requests: 12 },
  form: { scripts: 275_000, document: 17_000, requests: 15 },
  formWithDates: { scripts: 345_000, document: 27_000, requests: 18 },
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
  test(`/${path} loads at most ${budget.scripts / 1000} kB of gzipped JavaScript, in ${budget.requests} requests`, async ({
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
    const requests: string[] = []
    const note = (request: Request) => void requests.push(request.url())
    shown.on('request', note)
    const answer = await shown.goto(`/shops/sandbox/${path}`)
    await shown.waitForLoadState('networkidle')
    await expect(shown.getByRole('main').getByRole(role, { name }).first()).toBeVisible()
    shown.off('response', count)
    shown.off('request', note)
    const document = gzipSync((await answer?.body()) ?? '').length
    const sizes = await Promise.all(
      [...loaded].map(async ([url, size]) => [new URL(url).pathname, await size] as const),
    )
    await fresh.close()
    const total = sizes.reduce((sum, [, size]) => sum + size, 0)
    test.info().annotations.push({ type: 'gzipped JavaScript', description: `${total} bytes` })
    test.info().annotations.push({ type: 'document', description: `${document} bytes` })
    test.info().annotations.push({ type: 'requests', description: String(requests.length) })
    expect(sizes.length).toBeGreaterThan(3)
    const said = [...sizes].sort((a, b) => b[1] - a[1]).map(([url, size]) => `${size} ${url}`)
    expect(total, said.join('\n')).toBeLessThanOrEqual(budget.scripts)
    expect(document, 'the document').toBeLessThanOrEqual(budget.document)
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(budget.requests)
  })
}
