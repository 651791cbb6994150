import { list, send, setPayments, typeCard } from '../kit/card-tokens'
import { expect, test } from '../kit/fixtures'
import { cards } from '../kit/payer'

const own = () => crypto.randomUUID().slice(0, 8)

test('typing in cards is off, explained, and switched on by an informed owner', async ({ page, signIn }) => {
  await signIn()
  await setPayments(page.request, { direct_tokenization: false })
  await page.goto(list)
  await page.getByRole('link', { name: 'Type in a card' }).click()
  await expect(page.getByText('PCI DSS')).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  await page.getByRole('link', { name: 'To the payment settings' }).click()
  await page.getByText('Cards may be typed in here').click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('PCI DSS')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Cards may be typed in here' })).not.toBeChecked()
  await page.getByText('Cards may be typed in here').click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await question.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Cards may be typed in here' })).toBeChecked()
})

test('a card that is typed in becomes a token, and is left nowhere in the browser', async ({
  page,
  context,
  signIn,
}) => {
  await signIn()
  await setPayments(page.request, { direct_tokenization: true, three_d_secure: false })
  await page.goto(`${list}/new`)
  const holder = `Maria K${own()}`
  await page.getByLabel('Card number').pressSequentially('4012000000001007')
  await expect(page.getByText('The check digit does not match')).toBeVisible()
  await page.getByLabel('Card number').fill('')
  await typeCard(page, cards.frictionless, holder)
  await expect(page.getByLabel('Card number')).toHaveValue('4012 0000 0000 1006')
  await expect(page.getByText('The check digit does not match')).toHaveCount(0)
  await page.getByLabel('Year').fill('2020')
  await expect(page.getByText('This card has expired.')).toBeVisible()
  await page.getByLabel('Year').fill('2039')
  await page.getByRole('button', { name: /^Travel/ }).click()
  await page.getByLabel('Agency name').fill('Coral')
  await page.getByRole('button', { name: 'Add a leg' }).click()
  const leg = page.getByRole('group', { name: 'Leg 1' })
  await leg.getByLabel('Airline code').fill('B')
  await send(page).click()
  await expect(leg.getByText('An airline is two letters or digits')).toBeVisible()
  await leg.getByLabel('Airline code').fill('B2')
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await send(page).click()
  expect((await sent).headers()).not.toHaveProperty('idempotency-key')
  expect((await sent).postDataJSON()).toMatchObject({
    request: { travel: { airline: { agency_name: 'Coral', legs: [{ airline_code: 'B2' }] } } },
  })
  await expect(page.getByRole('heading', { name: 'The token is kept' })).toBeVisible()
  for (const text of ['Visa', '40120000', '1006', '01/2039', holder])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible()

  const kept = await page.evaluate(() => {
    const fields = [...document.querySelectorAll('input, textarea')] as HTMLInputElement[]
    return JSON.stringify([
      document.documentElement.outerHTML,
      fields.map(({ value }) => value),
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      location.href,
      history.state,
    ])
  })
  for (const trace of [/4012[ -]?0000[ -]?0000[ -]?1006/, /(?<![\da-z])847(?![\da-z])/i])
    expect(`${kept} ${JSON.stringify(await context.storageState())}`).not.toMatch(trace)

  await page.getByRole('link', { name: 'Open the token' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Visa •••• 1006$/ })).toBeVisible()
  await page.getByRole('button', { name: 'Reveal' }).click()
  const token = page.locator('code').filter({ hasText: /^[0-9a-f]{64}$/ })
  await expect(token).toBeVisible()
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect(token).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.waitForURL(list)
  await page.getByRole('search').getByRole('textbox').fill(holder)
  await expect(page.getByText('Nothing found')).toBeVisible()
})

test('the gateway’s errors appear at their fields, and an unanswered request is not repeated', async ({
  page,
  signIn,
  sandbox,
  expectErrors,
}) => {
  expectErrors(/409|422|504/)
  await signIn()
  await setPayments(page.request, { direct_tokenization: true, three_d_secure: false })
  const authorization = `Basic ${Buffer.from(`${sandbox.username}:${sandbox.password}`).toString('base64')}`
  const fault = async (data: Record<string, unknown>) => {
    const ordered = await page.request.post('/sandbox/faults', {
      headers: { authorization },
      data: { endpoint: 'tokenizations.create', ...data },
    })
    expect(ordered.ok()).toBe(true)
  }
  await page.goto(`${list}/new`)
  await send(page).click()
  await expect(page.getByText(/things need attention/)).toBeVisible()
  await expect(page.getByLabel('Card number')).toBeFocused()

  await typeCard(page, cards.success, 'A BUYER')
  const refusal = { message: 'Zip is odd.', errors: { billing_address: { zip: ['is odd'] } } }
  await fault({ kind: 'status', status: 422, body: { response: refusal } })
  await send(page).click()
  await expect(page.getByLabel('Postcode')).toBeVisible()
  await expect(page.getByText('is odd', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Card number')).toHaveValue('')

  await page.reload()
  await typeCard(page, cards.success, 'A BUYER')
  const amount = await page.getByLabel('Amount').inputValue()
  await fault({ kind: 'lost' })
  await send(page).click()
  const lost = page.getByRole('region', { name: 'Nobody knows whether there is a token' })
  await expect(lost).toBeFocused()
  await expect(page.getByText(/needs? attention/)).toHaveCount(0)
  await page.getByLabel('Card number').fill(cards.success)
  await expect(page.getByLabel('Amount')).toHaveValue(amount)
  await send(page).click()
  await expect(page.getByRole('region', { name: 'The gateway refused this as a duplicate' })).toBeVisible()
})
