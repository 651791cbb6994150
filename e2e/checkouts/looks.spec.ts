import type { Page } from '@playwright/test'
import { looks } from '../kit/accessible'
import { loseCheckout, makeCheckout, payCheckout } from '../kit/checkouts'
import { expect, test } from '../kit/fixtures'

const long = {
  attempts: 5,
  test: true,
  order: {
    description: `Anna-Magdalena’s order of ${'very long things, '.repeat(10)}W${'o'.repeat(80)}`,
    tracking_id: 'x'.repeat(255),
    additional_data: { receipt_text: ['Thank you.', 'y'.repeat(120)], contract: ['recurring'] },
  },
  customer: {
    email: `${'long.'.repeat(10)}one@example.com`,
    city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
    country: 'GB',
  },
  payment_method: { types: ['credit_card', { apm: { channel: 'z'.repeat(90) } }] },
}

/** Presses a button of the page head, which is in a menu on a phone. */
async function press(page: Page, name: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) >= 768) return page.getByRole('button', { name }).click()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}

for (const look of looks) {
  test(`checkouts and what opens there, ${look.name}`, async ({
    page,
    context,
    signIn,
    sandbox,
    expectErrors,
    support,
  }) => {
    expectErrors(/404|409/)
    test.slow()
    await look.take(page)
    await signIn()
    const { id } = await makeCheckout(page.request, long)
    const paid = await makeCheckout(page.request)
    await payCheckout(await context.newPage(), paid.redirect_url)
    const lost = await loseCheckout(page, sandbox, `Lost ${crypto.randomUUID()}`)

    for (const path of [
      '',
      '?q=magdalena',
      '?q=nothing+like+this',
      `/${id}`,
      `/${paid.id}`,
      `/${lost}`,
      '/0',
    ]) {
      await page.goto(`/shops/sandbox/checkouts${path}`)
      await expect(page.locator('h1').first()).toBeVisible()
      await look.expectFit(page, path)
    }
    await page.goto(`/shops/sandbox/checkouts/${lost}`)
    await page.getByRole('button', { name: 'It exists…' }).click()
    await look.expectFit(page, 'it exists')
    await page.getByRole('button', { name: 'It does not exist…' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await look.expectFit(page, 'it does not exist')

    await page.goto(`/shops/sandbox/checkouts/${id}`)
    await page.getByRole('button', { name: 'Request as JSON' }).click()
    await expect(page.getByRole('group', { name: 'JSON as it was sent' })).toBeVisible()
    await look.expectFit(page, 'the request')
    await press(page, 'Reissue')
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await look.expectFit(page, 'reissuing')

    await page.goto('/shops/sandbox/checkouts')
    await press(page, 'Export')
    await expect(page.getByRole('dialog', { name: 'Export checkouts' })).toBeVisible()
    await look.expectFit(page, 'exporting')

    const guest = await support()
    await look.take(guest)
    for (const path of ['', `/${id}`]) {
      await guest.goto(`/shops/sandbox/checkouts${path}`)
      await expect(guest.locator('h1').first()).toBeVisible()
      await look.expectFit(guest, `masked ${path}`)
    }
  })
}
