/** Checks for every page, at every size. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { expect } from './fixtures'

const axeSource = readFileSync(join(import.meta.dirname, '../../node_modules/axe-core/axe.min.js'), 'utf8')

/** Asserts that axe finds no violation, in either theme; `name` identifies the page in a failure. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // Without fading, a tooltip that appears during the check has its final colours.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(finishAnimations)
  // Instead of axe's rule: Next.js removes the old title shortly before it sets the new one (vercel/next.js#96797).
  await expect(page).toHaveTitle(/./)
  // A document keeps axe until it is left. The Content-Security-Policy does not apply to evaluated code. Frames are not
  // checked, and no checked page has one.
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

/** Runs in the browser. Finds all violations except a missing title and those of `contrastViolations`. */
async function findViolations(): Promise<string[]> {
  const { axe: checker } = window as unknown as { axe: typeof axe }
  const { violations } = await checker.run(document, {
    rules: {
      'label-content-name-mismatch': { enabled: true },
      'document-title': { enabled: false },
      'color-contrast': { enabled: false },
      'link-in-text-block': { enabled: false },
    },
    reporter: 'no-passes',
    // Two rules wait for style sheets and media: no-autoplay-audio only asks for a review, and css-orientation-lock is off.
    preload: false,
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** Checks the page, and open dialogs, which scroll separately. */
export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const fits = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('[role=dialog], [role=alertdialog]')].every(
      ({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth,
    ),
  )
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

/**
 * Text styles in which axe found no violation. Each is checked once per worker: all texts of a page take axe a second.
 */
const passed = new Set<string>()

/** Returns axe's findings on the contrast of texts and links in the current theme. The page must have `axe`. */
async function contrastViolations(page: Page): Promise<string[]> {
  const { violations, clean } = await page.evaluate(checkNewLooks, [...passed])
  for (const look of clean) passed.add(look)
  return violations
}

/** Runs in the browser. `known`: styles that are not checked again. `clean`: those that passed. */
async function checkNewLooks(known: string[]): Promise<{ violations: string[]; clean: string[] }> {
  const defaults = 'rgba(0, 0, 0, 0) none 1 none normal'
  const backgrounds = new Map<Element, string>()
  /** Styles from the element up to the document that affect the visible background. */
  const backgroundOf = (element: Element | null): string => {
    if (!element) return ''
    const stored = backgrounds.get(element)
    if (stored !== undefined) return stored
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode } = getComputedStyle(element)
    const own = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join(' ')
    const below = backgroundOf(element.parentElement)
    const background = own === defaults ? below : `${own}; ${below}`
    backgrounds.set(element, background)
    return background
  }
  const textOf = (element: Element) => {
    const { color, fontSize, fontWeight, textShadow, webkitTextStroke } = getComputedStyle(element)
    return [color, fontSize, fontWeight, textShadow, webkitTextStroke].join(' ')
  }
  const lookOf = (element: Element) => `${textOf(element)} | ${backgroundOf(element)}`
  const hasText = (element: Element) =>
    element.matches('input:not([type=checkbox], [type=radio]), select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())

  const { axe: checker } = window as unknown as { axe: typeof axe }
  const knownLooks = new Set(known)
  const unknown = [...document.body.querySelectorAll('*:not(script, style)')].filter(
    (element) => hasText(element) && !knownLooks.has(lookOf(element)),
  )
  const unread = { elementRef: true, selectors: false, preload: false } as const
  const links = await checker.run(document, { ...unread, runOnly: ['link-in-text-block'] })
  const texts =
    unknown.length > 0 ? await checker.run(unknown, { ...unread, runOnly: ['color-contrast'] }) : null
  // A style is clean only if axe checked it: axe skips hidden and disabled elements.
  const clean = (texts?.passes ?? []).flatMap(({ nodes }) =>
    nodes.flatMap(({ element }) => (element ? [lookOf(element)] : [])),
  )
  return {
    violations: [...links.violations, ...(texts?.violations ?? [])].map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
    ),
    clean: [...new Set(clean)],
  }
}
