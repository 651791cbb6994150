/** Checks for every page, at every size. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'

/** Asserts that axe finds no violation, in either theme; `name` identifies the page in a failure. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // Without fading, a tooltip that appears during the check has its final colours.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(finishAnimations)
  const all = new AxeBuilder({ page }).options({
    rules: { 'label-content-name-mismatch': { enabled: true } },
    resultTypes: ['violations'],
  })
  await expectNoViolations(page, all, name)
  // The dark theme changes only colours.
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.evaluate(finishAnimations)
  const colourCheck = new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block'])
  await expectNoViolations(page, colourCheck, `${name}, dark`)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: null })
}

/** Finishes finite animations and transitions after the next frames; endless ones continue. Runs in the browser. */
async function finishAnimations(): Promise<void> {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await frame()
  await frame()
  for (const animation of document.getAnimations()) {
    const end = animation.effect?.getComputedTiming().endTime
    if (animation.timeline instanceof DocumentTimeline && end !== Infinity) animation.finish()
  }
  await frame()
}

async function expectNoViolations(page: Page, axe: AxeBuilder, name: string): Promise<void> {
  // Next.js takes the old title away a few milliseconds before it sets the new one (vercel/next.js#96797).
  await expect(page).toHaveTitle(/./)
  // In the page itself: the other mode opens one more page for each result. It does not look into frames, and no checked page has one.
  const { violations } = await axe.setLegacyMode().analyze()
  expect(violations.map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html}`)).toEqual([])
}

export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  expect([name, fits]).toEqual([name, true])
}

/** A desktop and a phone width; each is checked in both themes. */
export const looks = [1440, 360].map((width) => ({
  name: `${width} px`,
  take: (page: Page) => page.setViewportSize({ width, height: 900 }),
  expectFit: async (page: Page, path: string) => {
    await expectAccessible(page, path)
    await expectNoSidewaysScroll(page, path)
  },
}))
