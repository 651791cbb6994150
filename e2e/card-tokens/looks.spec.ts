import { looks } from '../kit/accessible'
import { list, send, setPayments, tokenize, typeCard } from '../kit/card-tokens'
import { expect, test } from '../kit/fixtures'
import { cards } from '../kit/payer'

const own = () => crypto.randomUUID().slice(0, 8)

for (const look of looks) {
  test(`card tokens and what opens there, ${look.name}`, async ({ page, signIn, expectErrors, support }) => {
    expectErrors(/404/)
    test.slow()
    await look.take(page)
    await signIn()
    await setPayments(page.request, { direct_tokenization: true, three_d_secure: true })
    await setPayments(page.request, { three_d_secure: false })
    const holder = `Wolfeschlegelsteinhausen ${own()}`
    const id = await tokenize(page.request, holder)
    for (const path of ['', '?q=wolfe', '?expiry=expired', '/ask', '/new', `/${id}`, '/nope']) {
      await page.goto(`${list}${path}`)
      await expect(page.locator('h1').first()).toBeVisible()
      await look.expectFit(page, path)
    }
    await page.goto(`${list}/${id}`)
    await page.getByRole('button', { name: 'Reveal' }).click()
    await expect(page.getByRole('button', { name: 'Hide' })).toBeVisible()
    await look.expectFit(page, 'revealed')
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await look.expectFit(page, 'removing')

    await page.goto(`${list}/new`)
    for (const section of ['What the token is for', 'Customer', 'Billing address', '3-D Secure', 'More'])
      await page.getByRole('button', { name: new RegExp(`^${section}`) }).click()
    await look.expectFit(page, 'typing')
    await typeCard(page, cards.success, 'A BUYER')
    await send(page).click()
    await expect(page.getByRole('heading', { name: 'The token is kept' })).toBeVisible()
    await look.expectFit(page, 'result')

    await setPayments(page.request, { direct_tokenization: false })
    await page.goto(`${list}/new`)
    await look.expectFit(page, 'switched off')
    await page.goto('/shops/sandbox/settings/payments')
    await look.expectFit(page, 'settings')

    const guest = await support()
    await look.take(guest)
    for (const path of [list, '/shops/sandbox/settings/payments']) {
      await guest.goto(path)
      await expect(guest.locator('h1').first()).toBeVisible()
      await look.expectFit(guest, `support ${path}`)
    }
    await guest.context().close()
  })
}
