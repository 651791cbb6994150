import { looks } from '../kit/accessible'
import { expect, test } from '../kit/fixtures'
import { make } from '../kit/products'

for (const look of looks) {
  test(`no accessibility violations and no sideways scroll on these pages, ${look.name}`, async ({
    page,
    signIn,
  }) => {
    test.slow()
    await look.take(page)
    await signIn()
    const { id } = await make(page.request, {
      name: `${'Unbroken'.repeat(20)} 🫖`,
      immortal: false,
      expired_at: '2039-01-01T00:00:00+00:00',
      test: true,
    })
    for (const path of [
      '/shops/sandbox',
      `/shops/sandbox/products/${id}`,
      `/shops/sandbox/products/${id}/edit`,
      `/shops/sandbox/products/new?from=${id}`,
      `/shops/sandbox/products/print?ids=${id}`,
      '/shops/sandbox/products/print',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await look.expectFit(page, path)
    }
  })
}
