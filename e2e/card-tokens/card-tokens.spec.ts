import { makeCustomer } from '../kit/customers'
import { list, setPayments, tokenize } from '../kit/card-tokens'
import { expect, test } from '../kit/fixtures'
import { cards, fillCard } from '../kit/payer'

const own = () => crypto.randomUUID().slice(0, 8)

test('a customer enters a card on the gateway’s page, and its token arrives', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  await signIn()
  const { last_name: name, email } = await makeCustomer(page.request)
  await page.goto(list)
  await page
    .getByRole('link', { name: /^Ask the customer for a card/ })
    .first()
    .click()
  const description = `Card ${own()}`
  await page.getByLabel('Description').fill(description)
  await page.getByLabel('Customer’s e-mail').fill(email)
  await expect(page.getByRole('checkbox', { name: `Keep the card for Maria ${name}` })).toBeChecked()
  await page.getByText('One-click', { exact: true }).click()
  await expect(page.getByRole('checkbox', { name: /^One-click/ })).toBeChecked()
  await page.getByRole('button', { name: 'Create link' }).filter({ visible: true }).click()
  await page.waitForURL(/\/checkouts\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { level: 1, name: description })).toBeVisible()

  const made = (await (await page.request.get(page.url().replace('/shops/', '/api/shops/'))).json()) as {
    redirect_url: string
  }
  const payer = await (await browser.newContext({ baseURL })).newPage()
  await payer.goto(made.redirect_url)
  await fillCard(payer, cards.success)
  await payer.locator('form').getByRole('button').last().click()
  await expect(payer.locator('form')).toHaveCount(0)
  await payer.context().close()

  await page.goto(`${list}?q=${encodeURIComponent(email)}`)
  const row = page.getByRole('row').filter({ hasText: `Maria ${name}` })
  await expect(async () => {
    await page.reload()
    await expect(row).toBeVisible({ timeout: 1_000 })
  }).toPass()
  for (const text of ['Visa', '0000', 'A BUYER', '12/2039', 'Recurring', 'One-click', 'Checkout'])
    await expect(row).toContainText(text)
  await row.getByRole('link', { name: 'Checkout' }).click()
  await expect(page.getByRole('heading', { level: 1, name: description })).toBeVisible()
})

test('a card with several tokens is one row in the list, with its tokens on its page', async ({
  page,
  signIn,
}) => {
  await signIn()
  await setPayments(page.request, { direct_tokenization: true, three_d_secure: false })
  const { id: customer } = await makeCustomer(page.request)
  const holders = [`First ${own()}`, `Second ${own()}`, `Third ${own()}`] as const
  const ids: string[] = []
  for (const holder of holders) ids.push(await tokenize(page.request, holder, customer))

  await page.goto(`${list}?customer_id=${customer}`)
  const rows = page.getByRole('row').filter({ hasText: / 0000/ })
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('1 card', { exact: true })).toBeVisible()
  for (const [at, holder] of holders.toReversed().entries()) await expect(rows.nth(at)).toContainText(holder)
  await expect(rows.filter({ hasText: /[0-9]+ tokens/ })).toHaveCount(1)
  await rows.nth(2).getByRole('link').first().click()
  await expect(page).toHaveURL(`${list}/${ids[0]}`)

  await page.goBack()
  await page.getByRole('button', { name: 'Rows' }).first().click()
  await page.getByRole('menuitemradio', { name: 'Each token' }).click()
  await expect(page.getByText('3 tokens', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/per=token/)
})
