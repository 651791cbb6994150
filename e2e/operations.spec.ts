/** Backups and diagnosis, on a separate server: with long names, and with a real backup. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../scripts/lib/processes/free-port.mjs'
import { looks } from './kit/accessible'
import { expect, test } from './kit/fixtures'
import { startServer } from './kit/own-server'

const port = await freePort()
const owner = { email: `${'ada.of.the.long.name.'.repeat(3)}@shop.example`, password: 'a password of my own' }
const shopName = 'Wholesale-and-retail-of-garden-furniture und Söhne'
const home = mkdtempSync(join(tmpdir(), 'counterfoil-e2e-backups-'))
const folder = join(home, 'a-folder-whose-name-has-no-end'.repeat(4))
let stop = async () => {}

test.describe.configure({ mode: 'serial' })
test.use({ baseURL: `http://localhost:${port}`, owner })
test.beforeAll(async () => {
  mkdirSync(folder)
  stop = await startServer(port, owner)
})
test.afterAll(async () => {
  await stop()
  rmSync(home, { recursive: true })
})

const toasts = (page: Page) => page.getByRole('region', { name: 'Messages' })

test('an administrator chooses a folder for backups, and makes one', async ({
  page,
  signIn,
  expectErrors,
  clipboard,
}) => {
  expectErrors(/503/)
  await signIn()
  await page.goto('/installation')
  await page.getByRole('link', { name: 'Backups' }).click()
  await expect(page.getByText('No backup has been made yet.')).toBeVisible()
  await page.getByLabel('Folder on the server').fill(folder)
  await page.getByRole('button', { name: 'Save backups' }).click()
  const now = page.getByRole('button', { name: 'Back up now' })
  await expect(now).toBeVisible()

  // One request fails. Its reference can be copied from the message.
  const problem = { title: 'Storage is away', status: 503, code: 'storage_unavailable' }
  let isFirst = true
  await page.route('**/api/installation/backups', async (route) => {
    if (route.request().method() !== 'POST' || !isFirst) return route.fallback()
    isFirst = false
    const body = JSON.stringify({ ...problem, correlation_id: route.request().headers()['x-request-id'] })
    await route.fulfill({ status: 503, contentType: 'application/problem+json', body })
  })
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/backups'),
  )
  await now.click()
  await expect(toasts(page)).toContainText('Storage is away')
  await toasts(page).getByRole('button', { name: 'Copy the reference' }).click()
  await expect.poll(clipboard.read).toBe((await sent).headers()['x-request-id'])

  await now.click()
  await expect(page.getByText('Good', { exact: true })).toBeVisible({ timeout: 60_000 })
  const [file = ''] = readdirSync(folder)
  await expect(page.getByText(file)).toBeVisible()
  await expect(page.getByText(/not encrypted/)).toBeVisible()
})

for (const look of looks)
  test(`backups and diagnosis fit and are accessible at ${look.name}, with long names`, async ({
    page,
    signIn,
  }) => {
    await look.take(page)
    await signIn()
    const connection = await page.request.get('/api/shops/sandbox/connection')
    const { version } = (await connection.json()) as { version: number }
    const renamed = await page.request.patch('/api/shops/sandbox/connection', {
      data: { version, name: shopName },
    })
    expect(renamed.status()).toBe(200)
    await page.goto('/installation/backups')
    await expect(page.getByText('Good', { exact: true })).toBeVisible()
    await look.expectFit(page, 'backups')
    await page.goto('/installation/diagnosis')
    await expect(page.getByRole('heading', { name: shopName })).toBeVisible()
    await expect(page.getByText('Ready to store notifications')).toBeVisible()
    await expect(
      page.getByRole('region', { name: 'Queues as a table' }).getByRole('rowheader').first(),
    ).toBeVisible()
    await look.expectFit(page, 'diagnosis')
  })

test('the diagnosis is a file that names no shop', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/installation/diagnosis')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download for troubleshooting' }).click()
  const stream = await (await download).createReadStream()
  const text = (await stream.toArray()).map(String).join('')
  expect(JSON.parse(text)).toMatchObject({ database: { kind: 'embedded', replica: null } })
  expect(text).not.toContain('Wholesale')
})
