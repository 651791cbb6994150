import { expectAccessible } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { make } from '../kit/products'

test('the share sheet: links, messengers, snippet, codes, and what to know of a test product', async ({
  page,
  clipboard,
  signIn,
}) => {
  await signIn()
  const product = await make(page.request, { name: 'Lamp "& Co" <b>', test: true })
  await page.goto(`/shops/sandbox/products/${product.id}`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByRole('alert')).toContainText('test product')
  await expectAccessible(page, 'share sheet')

  await sheet.getByRole('button', { name: 'Copy: Confirmation page' }).click()
  await expect.poll(clipboard.read).toBe(product.confirm_url)
  const mail = new URL((await sheet.getByRole('link', { name: 'E-mail' }).getAttribute('href')) ?? '')
  expect(mail.searchParams.get('subject')).toBe(product.name)
  expect(mail.searchParams.get('body')).toContain(product.confirm_url)
  await expect(sheet.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=/,
  )
  await expect(sheet.getByRole('link', { name: 'Telegram' })).toHaveAttribute(
    'href',
    /^https:\/\/t\.me\/share\/url\?url=/,
  )

  await sheet.getByRole('tab', { name: 'Link', exact: true }).click()
  await sheet.getByRole('button', { name: 'Copy HTML' }).click()
  await expect
    .poll(clipboard.read)
    .toBe(`<a href="${product.pay_url}">Pay for Lamp &quot;&amp; Co&quot; &lt;b&gt;</a>`)

  const saved = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Save QR code as SVG' }).click()
  expect((await saved).suggestedFilename()).toBe(`${product.id}.svg`)
  await sheet.getByRole('link', { name: 'Printable sheet' }).click()
  await expect(page.getByRole('img', { name: `QR code of ${product.name}` })).toBeVisible()
  await expectAccessible(page, 'printable sheet')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByText('€65.00')).toBeVisible()
})
