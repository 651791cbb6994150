/** Presses on a page that its script has not brought to life yet. */
import { expect, test } from './kit/fixtures'

test('presses before hydration are repeated after it, in order and once', async ({ page, signIn }) => {
  await signIn()
  let isHeld = true
  await page.route('**/_next/static/**/*.js', async (route) => {
    await expect.poll(() => isHeld).toBe(false)
    await route.continue()
  })
  await page.goto('/shops/sandbox/checkouts/new', { waitUntil: 'commit' })
  const part = (title: string) => page.getByRole('button', { name: new RegExp(`^${title}`) })
  for (const title of ['After payment', 'Payment methods', 'Payment methods', 'After payment'])
    await part(title).click()
  await expect(part('After payment')).toHaveAttribute('aria-expanded', 'false')
  isHeld = false
  await expect(page.getByLabel('Page after success')).toBeVisible()
  await expect(page.getByLabel('Only these methods')).toBeVisible()
  // A button pressed more than once is pressed at its last place in the order.
  await expect(part('After payment')).toBeFocused()
})
