import { expectAccessible } from '../kit/accessible'
import { savedText } from '../kit/page'
import { expect, test } from '../kit/fixtures'
import { makeSome } from '../kit/products'

test('the list is exported with chosen columns, and no cell is a formula', async ({ page, signIn }) => {
  await signIn()
  const word = await makeSome(page.request, ['=cmd()', 'Plain, "quoted"'])
  await page.goto(`/shops/sandbox/products?q=${word}&sort=name`)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export products' })
  await expect(dialog.getByText('2 rows')).toBeVisible()
  await expectAccessible(page, 'export')
  await dialog.getByRole('button', { name: 'None' }).click()
  await expect(dialog.getByText('Choose at least one column.')).toBeVisible()
  for (const column of ['Name', 'Currency', 'Price (major units)'])
    await dialog.getByText(column, { exact: true }).click()
  await dialog.getByText('Begin with a byte order mark').click()
  const text = await savedText(page, page.getByRole('link', { name: 'Download CSV' }))
  expect(text).toBe(
    `\uFEFFname,currency,price\r\n'=cmd() ${word},EUR,10.50\r\n"Plain, ""quoted"" ${word}",EUR,10.50\r\n`,
  )
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Export' })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: /Separator/ }).click()
  await page.getByRole('option', { name: /^Semicolon/ }).click()
  expect(await savedText(page, page.getByRole('link', { name: 'Download CSV' }))).toMatch(
    /^\uFEFFid;name;[^]*;EUR;10,50;/,
  )
})
