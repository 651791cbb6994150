import { expectAccessible, looks } from '../kit/accessible'
import { makeCustomer } from '../kit/customers'
import { expect, test } from '../kit/fixtures'

for (const look of looks) {
  test(`customers and what opens there, ${look.name}`, async ({ page, signIn, expectErrors, support }) => {
    expectErrors(/404/)
    test.slow()
    await look.take(page)
    await signIn()
    const own = crypto.randomUUID().slice(0, 8)
    const phone = `+44 20 ${own}00 5550100`
    const { id } = await makeCustomer(page.request, {
      first_name: 'Anna-Magdalena '.repeat(8),
      last_name: `W${'o'.repeat(80)}${own}`,
      email: `${'long.'.repeat(10)}${own}@example.com`,
      city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
      address: `${'Street '.repeat(30)}1`,
      country: 'GB',
      external_id: 'x'.repeat(255),
      phone,
    })
    await makeCustomer(page.request, { first_name: 'ليلى', last_name: 'حداد', phone })
    await page.request.patch(`/api/shops/sandbox/customers/${id}`, {
      data: {
        labels: ['VIP', 'l'.repeat(40), 'late payer', 'wholesale', 'invoice by post'],
        contact: { email: `better.${own}@example.com` },
      },
    })
    await page.request.post(`/api/shops/sandbox/customers/${id}/notes`, { data: { text: 'n'.repeat(400) } })

    for (const path of ['', '?q=llanfair', '?q=nothing+like+this', '/new', `/${id}`, '/cst_0000']) {
      await page.goto(`/shops/sandbox/customers${path}`)
      await expect(page.locator('h1').first()).toBeVisible()
      await look.expectFit(page, path)
    }
    await page.goto(`/shops/sandbox/customers/${id}`)
    await page
      .getByRole('button', { name: /^Compare with/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByRole('table')).toBeVisible()
    await look.expectFit(page, 'comparing')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Correct contact details' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look.expectFit(page, 'correcting')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Anonymise…' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await look.expectFit(page, 'anonymising')

    await page.goto('/shops/sandbox/customers/new')
    await page.getByLabel('Phone').filter({ visible: true }).fill(phone)
    await page.getByRole('button', { name: 'Address' }).click()
    await expect(
      page.getByRole('region', { name: '2 customers already have this' }).filter({ visible: true }),
    ).toBeVisible()
    await look.expectFit(page, 'a warning')

    const guest = await support()
    await look.take(guest)
    for (const path of ['', `/${id}`]) {
      await guest.goto(`/shops/sandbox/customers${path}`)
      await expect(guest.locator('h1').first()).toBeVisible()
      await look.expectFit(guest, `masked ${path}`)
    }
    await guest.getByRole('button', { name: 'Reveal' }).click()
    await expect(guest.getByRole('button', { name: 'Hide' })).toBeVisible()
    await expectAccessible(guest, 'revealed')
  })
}
