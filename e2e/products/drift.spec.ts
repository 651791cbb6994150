import { expectAccessible } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { make, read } from '../kit/products'

test('changes from outside are kept or reverted', async ({ page, signIn, sandbox }) => {
  await signIn()
  const { id } = await make(page.request)
  const headers = {
    authorization: `Basic ${Buffer.from(`${sandbox.username}:${sandbox.password}`).toString('base64')}`,
  }
  const changeOutside = async (amount: string) => {
    const changed = await page.request.put(`/sandbox/products/${id}`, { headers, data: { amount } })
    expect(changed.status()).toBe(204)
    await page.request.post('/api/shops/sandbox/products/sync')
    await page.goto(`/shops/sandbox/products/${id}`)
  }
  const notice = page.getByRole('region', { name: 'Changed outside this application' })

  await changeOutside('7000')
  await expect(notice).toContainText('Price is €70.00; from here it was last set to €65.00')
  await expectAccessible(page, 'changed outside')
  await notice.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(notice).toHaveCount(0)
  await expect(page.getByText('Kept what was changed outside')).toBeVisible()

  await changeOutside('7500')
  await expect(notice).toContainText('Price is €75.00; from here it was last set to €70.00')
  await notice.getByRole('button', { name: 'Put ours back' }).click()
  await expect(notice).toHaveCount(0)
  expect(await read(page.request, id)).toMatchObject({ amount: 7000, drift: {} })
})
