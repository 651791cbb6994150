import { expect, test } from '../kit/fixtures'

const settings = '/shops/sandbox/settings/notifications'

test('an owner makes new addresses, and the old ones work for the chosen time', async ({ page, signIn }) => {
  await signIn()
  await page.goto(settings)
  const addresses = page.getByRole('region', { name: 'Addresses for the provider' })
  const url = addresses.getByRole('group', { name: 'Notification address' }).getByText(/\/notification$/)
  const before = (await url.textContent()) ?? ''
  await page.getByRole('button', { name: 'Make new addresses…' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText(/The provider keeps posting to the old ones/)).toBeVisible()
  await dialog.getByRole('button', { name: /The old addresses answer/ }).click()
  await page.getByRole('option', { name: 'for 24 hours' }).click()
  await dialog.getByRole('button', { name: 'Make new addresses' }).click()
  await expect(dialog).toBeHidden()
  await expect(url).not.toHaveText(before)
  await expect(addresses.getByText(before)).toBeVisible()
  await expect(addresses.getByText(/stops answering (tomorrow|in 2[34] h|in 1 day)/).first()).toBeVisible()
  for (const address of [before, (await url.textContent()) ?? '']) {
    const answer = await page.request.post(new URL(address).pathname, {
      data: { hello: crypto.randomUUID() },
    })
    expect(answer.status()).toBe(200)
  }
})

test('invalid public keys and networks are reported at their fields', async ({
  page,
  signIn,
  expectErrors,
}) => {
  expectErrors(/422/)
  await signIn()
  await page.goto(settings)
  const evidence = page.getByRole('region', { name: 'Evidence' }).locator('..')
  const key = evidence.getByLabel('Public key of the provider')
  const before = await key.inputValue()
  await key.fill('no key')
  await evidence.getByRole('button', { name: /Save evidence/ }).click()
  await expect(evidence.getByText(/^This is not a public key/).last()).toBeVisible()
  await expect(key).toHaveAttribute('aria-invalid', 'true')
  await key.fill(before)
  await evidence.getByLabel('Allowed networks').fill('127.0.0.0/8\n300.1.2.3\n')
  await evidence.getByRole('button', { name: /Save evidence/ }).click()
  await expect(evidence.getByText(/^300\.1\.2\.3: /)).toBeVisible()
  await evidence.getByText('Coming from these networks is enough').click()
  await expect(evidence.getByText(/can then make payments here look paid/)).toBeVisible()
  await evidence.getByLabel('Allowed networks').fill('')
  await expect(evidence.getByText('Coming from these networks is enough')).toBeHidden()
  await evidence.getByRole('button', { name: /Save evidence/ }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  const saved = await page.request.get('/api/shops/sandbox/notification-settings')
  expect(await saved.json()).toMatchObject({ public_key: before, networks: [], network_is_enough: false })
})

test('the endpoint’s secret is created here and shown once', async ({ page, signIn }) => {
  await signIn()
  await page.goto(settings)
  const verification = page.getByRole('region', { name: 'Verification requests' }).locator('..')
  await verification.getByLabel(/Your own endpoint/).fill('https://shop.example/verify')
  await verification.getByText('The payment is declined', { exact: true }).click()
  await verification.getByRole('button', { name: /Save answers/ }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await verification.getByRole('button', { name: /Make a (new )?secret/ }).click()
  const dialog = page.getByRole('dialog')
  const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? ''
  expect(secret.length).toBeGreaterThan(40)
  await dialog.getByRole('button', { name: 'I have it' }).click()
  await page.reload()
  await expect(verification.getByText(/cannot be shown again/)).toBeVisible()
  expect(await page.content()).not.toContain(secret)
  const saved = await page.request.get('/api/shops/sandbox/notification-settings')
  expect(await saved.json()).toMatchObject({ verification_accepts_on_failure: false })
  await verification.getByLabel(/Your own endpoint/).fill('')
  await verification.getByRole('button', { name: /Save answers/ }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
})

test('retention shows what it would remove before it is enabled', async ({ page, signIn }) => {
  await signIn()
  await page.goto(settings)
  const retention = page.getByRole('region', { name: 'Retention' }).locator('..')
  await retention.getByText('Remove the bodies of notifications').click()
  await expect(retention.getByText('Now: nothing is that old.')).toBeVisible()
  await retention.getByLabel('Months until bodies are removed').fill('121')
  await retention.getByRole('button', { name: /Save retention/ }).click()
  await expect(retention.getByLabel('Months until bodies are removed')).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await retention.getByLabel('Months until bodies are removed').fill('120')
  await retention.getByRole('button', { name: /Save retention/ }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.getByText('Now: nothing is that old.')).toBeVisible()
  await expect(dialog.getByText(/older than 120 months/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  await retention.getByText('Remove the bodies of notifications').click()
  await retention.getByRole('button', { name: /Save retention/ }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Saved.').first()).toBeVisible()
  const saved = await page.request.get('/api/shops/sandbox/notification-settings')
  expect(await saved.json()).toMatchObject({ payload_months: null })
})
