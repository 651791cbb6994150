import { expect, test } from './kit/fixtures'

test('filters stay on one line and within reach at 1440 px', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn()
  const amount = 'amount_from=1&amount_to=99999999&currency=EUR'
  const lists = {
    products: [
      '',
      'state=live',
      `state=live&stock=low&test=true&${amount}&transaction_type=payment&archived=include`,
    ],
    checkouts: [
      '',
      'state=open',
      `state=open,expired&created_from=2026-01-01&created_to=2026-12-31&test=true&${amount}`,
    ],
    customers: ['', 'paid=true', 'paid=true&country=DE&created_from=2026-01-01&created_to=2026-12-31'],
    payments: [
      '',
      'state=paid',
      `state=paid,refunded&day_from=2026-01-01&day_to=2026-12-31&test=true&${amount}`,
    ],
    notifications: [
      '',
      'status=successful',
      `status=successful&type=payment&received_from=2026-01-01&test=true&${amount}`,
    ],
  }
  for (const [path, queries] of Object.entries(lists))
    for (const query of queries) {
      await page.goto(`/shops/sandbox/${path}?${query}`)
      const bar = page.getByRole('group', { name: 'Filters' })
      const { hidden, height } = await bar.evaluate((element) => ({
        hidden: element.scrollWidth - element.clientWidth,
        height: element.clientHeight,
      }))
      expect.soft([path, query, hidden > 0, height < 45]).toEqual([path, query, false, true])
    }
  await page.goto(`/shops/sandbox/products?${lists.products[2]}`)
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name: /^More/ }).click()
  await expect(page.getByRole('menuitemradio', { checked: true })).toHaveCount(4)
})
