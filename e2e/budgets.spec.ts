import { gzipSync } from 'node:zlib'
import { expect, test } from './fixtures'

/** Bytes of gzipped JavaScript that a browser really loads to show the page and make it work. */
const budget = 210_000

test('the list of products loads at most 210 kB of gzipped JavaScript', async ({
  browser,
  page,
  signIn,
  baseURL,
}) => {
  await signIn()
  // Signed in, and with nothing in its cache.
  const fresh = await browser.newContext({ storageState: await page.context().storageState(), baseURL })
  const list = await fresh.newPage()
  const loaded = new Map<string, Promise<number>>()
  list.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      loaded.set(
        response.url(),
        response.body().then((body) => gzipSync(body).length),
      )
  })
  await list.goto('/shops/sandbox/products')
  await list.waitForLoadState('networkidle')
  // It has come alive: a key is heard.
  const search = list.getByRole('textbox', { name: 'Name, description or ID' })
  await expect(async () => {
    await list.keyboard.press('/')
    await expect(search).toBeFocused({ timeout: 500 })
  }).toPass()
  const sizes = await Promise.all(
    [...loaded].map(async ([url, size]) => [new URL(url).pathname, await size] as const),
  )
  await fresh.close()
  const total = sizes.reduce((sum, [, size]) => sum + size, 0)
  test.info().annotations.push({ type: 'gzipped JavaScript', description: `${total} bytes` })
  expect(sizes.length).toBeGreaterThan(3)
  const said = [...sizes].sort((a, b) => b[1] - a[1]).map(([path, size]) => `${size} ${path}`)
  expect(total, said.join('\n')).toBeLessThanOrEqual(budget)
})
