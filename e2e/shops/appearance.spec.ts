import { looks } from '../kit/accessible'
import { savedText } from '../kit/page'
import { expect, test } from '../kit/fixtures'
import { make } from '../kit/products'

const path = '/shops/sandbox/settings/appearance'
const svg = (script: string) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="600"><rect width="1200" height="600" fill="teal"/>${script}</svg>`,
  ),
})

test('name and logo are shown to customers, and removed with one click', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/shops/sandbox/settings')
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('logo')
  await page.getByRole('link', { name: /^Appearance/ }).click()
  await page.waitForURL(`**${path}`)
  await page.getByRole('textbox', { name: 'Public name' }).fill('Corner Books & Co')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText(/The browser cannot read this file as a picture/)).toBeVisible()
  await file.setInputFiles(svg('<script>fetch("/ran")</script>'))
  // Redrawn, at no more than 512 pixels.
  await expect(page.getByText(/512 × 256 pixels/)).toBeVisible()
  const logo = page.getByRole('main').getByRole('img', { name: 'Logo' })
  await expect(logo).toHaveJSProperty('naturalWidth', 512)
  const served = await page.request.get((await logo.getAttribute('src')) ?? '')
  expect(served.headers()['content-type']).toBe('image/png')

  const { id } = await make(page.request)
  await page.goto(`/shops/sandbox/products/${id}`)
  await expect(page.getByText('Corner Books & Co')).toBeVisible()
  const drawn = await savedText(page, page.getByRole('button', { name: 'Save QR code as SVG' }))
  expect(drawn).toContain('>Corner Books &amp; Co</text>')
  expect(drawn).toContain('href="data:image/png;base64,')
  const png = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save QR code as PNG' }).click()
  expect((await png).suggestedFilename()).toBe(`${id}.png`)
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const mail = page.getByRole('dialog').getByRole('link', { name: 'E-mail' })
  expect(decodeURIComponent((await mail.getAttribute('href')) ?? '')).toContain(' – Corner Books & Co')
  await page.goto(`/shops/sandbox/products/print?ids=${id}`)
  await expect(page.getByRole('main').getByText('Corner Books & Co')).toBeVisible()

  await page.goto(path)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('No logo yet')).toBeVisible()
  await page.getByRole('textbox', { name: 'Public name' }).fill('')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
})

for (const look of looks)
  test(`appearance, ${look.name}`, async ({ page, signIn }) => {
    await look.take(page)
    await signIn()
    await page.goto(path)
    await expect(page.getByRole('region', { name: 'Logo' })).toBeVisible()
    await look.expectFit(page, 'appearance')
  })
