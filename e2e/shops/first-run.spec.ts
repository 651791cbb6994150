import { freePort } from '../../scripts/lib/free-port.mjs'
import { looks } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { startServer } from '../kit/own-server'

const port = await freePort()
let stop = async () => {}

test.use({ baseURL: `http://localhost:${port}` })
test.beforeAll(async () => {
  stop = await startServer(port, { email: 'owner@localhost', password: 'a password for browser tests' })
})
test.afterAll(async () => stop())

for (const look of looks)
  test(`first steps come before all figures, ${look.name}`, async ({ page, signIn }) => {
    await look.take(page)
    await signIn()
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    const steps = page.getByRole('region', { name: 'First steps' })
    const [first, figure] = [await steps.boundingBox(), await page.getByRole('term').first().boundingBox()]
    expect(first?.y).toBeLessThan(figure?.y ?? 0)
    await expect(page.getByText(/^before:/)).toHaveCount(0)
    await look.expectFit(page, 'the first overview')
  })

test('the demo payment is made in its step, which is ticked off in its place', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/')
  const step = page
    .getByRole('region', { name: 'First steps' })
    .getByRole('listitem')
    .filter({ hasText: 'Make a test payment' })
  const pay = page.getByRole('button', { name: 'Pay a demo' })
  await expect(pay).toHaveCount(1)
  await step.getByRole('button', { name: 'Pay a demo' }).click()
  await expect(step.getByText('(done)')).toBeVisible()
  await expect(pay).toBeFocused()
  // Once there is a payment, the overview shows figures.
  await page.reload()
  await expect(
    page.getByRole('region', { name: 'Latest payments' }).getByRole('button', { name: 'Pay a demo' }),
  ).toBeVisible()
  await expect(step.getByText('(done)')).toBeVisible()
})

test('there are no jobs, and one way to each import', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/jobs')
  await expect(page.getByRole('link', { name: 'Import products' })).toHaveCount(1)
})
