/** Checks for every page, at every size. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { contrastViolations } from './contrast'
import { expect } from './fixtures'

const axeSource = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')

/** Asserts that axe finds no violation, in either theme; `name` identifies the page in a failure. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // Without fading, a tooltip that appears during the check has its final colours.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(finishAnimations)
  // Next.js takes the old title away a few milliseconds before it sets the new one (vercel/next.js#96797).
  await expect(page).toHaveTitle(/./)
  // A document keeps it until it is left. The Content-Security-Policy does not hold for what is evaluated. Frames are not
  // looked into, and no checked page has one.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  const found = [...(await page.evaluate(findViolations)), ...(await contrastViolations(page))]
  expect(found.map((violation) => `${name} ${violation}`)).toEqual([])
  // The dark theme changes only colours.
  await page.emulateMedia({ colorScheme: 'dark' })
  const inTheDark = await contrastViolations(page)
  expect(inTheDark.map((violation) => `${name}, dark ${violation}`)).toEqual([])
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

/** Runs in the browser. Finds all but what contrast.ts looks for. */
async function findViolations(): Promise<string[]> {
  const { axe: checker } = window as unknown as { axe: typeof axe }
  const { violations } = await checker.run(document, {
    rules: {
      'label-content-name-mismatch': { enabled: true },
      'color-contrast': { enabled: false },
      'link-in-text-block': { enabled: false },
    },
    reporter: 'no-passes',
    // Two rules wait for style sheets and media: no-autoplay-audio only asks for a review, and css-orientation-lock is off.
    preload: false,
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
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
