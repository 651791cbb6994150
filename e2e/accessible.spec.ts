import { expectAccessible } from './kit/accessible'
import { expect, test } from './kit/fixtures'

test('a text that is hard to read is found in either theme, also where all others were checked before', async ({
  page,
  signIn,
}) => {
  await signIn()
  await page.goto('/shops/sandbox/products/new')
  await expectAccessible(page, 'before')
  const plant = (color: string) =>
    page.evaluate((planted) => {
      document.querySelector('#planted')?.remove()
      const text = document.createElement('p')
      text.id = 'planted'
      text.textContent = 'Hard to read'
      text.style.color = planted
      document.querySelector('main')?.append(text)
    }, color)
  for (const [color, theme] of [
    ['#bbb', 'planted color-contrast'],
    ['#444', 'planted, dark color-contrast'],
  ] as const) {
    await plant(color)
    for (const _time of [1, 2]) {
      const found = await expectAccessible(page, 'planted').catch(String)
      expect(found).toContain(`"${theme}: <p id=\\"planted\\"`)
      expect(found).not.toContain('h1')
      await page.emulateMedia({ colorScheme: 'light' })
    }
  }
  await plant('')
  await expectAccessible(page, 'after')
})
