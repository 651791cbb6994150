import { expectAccessible } from './accessible'
import { expect, test } from './fixtures'
import { make, read } from './products'

test('the overview: what expires is put off, what runs out is restocked', async ({ page, signIn }) => {
  await signIn()
  const soon = new Date(Date.now() + 3_600_000).toISOString().replace(/\.\d+Z$/, '+00:00')
  const expiring = await make(page.request, { immortal: false, expired_at: soon, quantity: 50 })
  const low = await make(page.request, { quantity: 0 })
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await expectAccessible(page, 'overview')
  await page.getByRole('button', { name: `Extend ${expiring.name} by 30 days` }).click()
  await expect(page.getByRole('link', { name: expiring.name })).toHaveCount(0)
  const { expired_at: at } = await read(page.request, expiring.id)
  expect(Date.parse(String(at)) - Date.parse(soon)).toBe(30 * 86_400_000)

  await page.getByRole('button', { name: `Restock ${low.name}` }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'restock')
  await page.getByRole('button', { name: 'Set stock' }).click()
  await expect(page.getByText('Fill this in').first()).toBeVisible()
  await page.getByLabel('How many are there now?').fill('40')
  await page.getByRole('button', { name: 'Set stock' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('link', { name: low.name })).toHaveCount(0)
  expect(await read(page.request, low.id)).toMatchObject({ quantity: 40 })
})
