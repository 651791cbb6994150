/** What is asked of every page, however it is looked at. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'

/** No violation that axe knows of, in either theme; `name` says in the failure which page it was. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // A tooltip that comes while axe looks does not fade in.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(isStill)
  const all = new AxeBuilder({ page }).options({
    rules: { 'label-content-name-mismatch': { enabled: true } },
  })
  await expectNoViolations(all, name)
  // All that the other theme changes is colours.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(isStill)
  const ofColours = new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block'])
  await expectNoViolations(ofColours, `${name}, dark`)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
}

/** Ends what fades in or changes its colour, from the next frame on; what turns for ever goes on. In the browser. */
async function isStill(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
  for (const animation of document.getAnimations()) {
    const end = animation.effect?.getComputedTiming().endTime
    if (animation.timeline instanceof DocumentTimeline && end !== Infinity) animation.finish()
  }
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
