/** What is asked of every page, however it is looked at. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'

/** No violation that axe knows of, in either theme; `name` says in the failure which page it was. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await expectNoViolations(new AxeBuilder({ page }), name)
  // All that the other theme changes is colours.
  await takeTheme(page, 'dark')
  const ofColours = new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block'])
  await expectNoViolations(ofColours, `${name}, dark`)
  await takeTheme(page, 'light')
}

async function takeTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(coloursHaveChanged)
}

/** Some change bit by bit, from the next frame on. In the browser. */
async function coloursHaveChanged(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
  for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish()
  await frame()
}

async function expectNoViolations(axe: AxeBuilder, name: string): Promise<void> {
  const { violations } = await axe.analyze()
  expect(violations.map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** The page is no wider than the window. */
export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  expect([name, fits]).toEqual([name, true])
}

/** The width of a desk and of a phone; each is looked at in both themes. */
export const looks = [1440, 360].map((width) => ({
  name: `${width} px`,
  take: (page: Page) => page.setViewportSize({ width, height: 900 }),
  expectFit: async (page: Page, path: string) => {
    await expectAccessible(page, path)
    await expectNoSidewaysScroll(page, path)
  },
}))
