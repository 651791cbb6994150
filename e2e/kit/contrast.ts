/** Looks at the contrast of texts. Each look is checked once in a worker: axe needs a second for all texts of a page. */
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** Looks of texts in which axe found no violation. */
const passed = new Set<string>()

/** Returns what axe finds of the contrast of texts and links, in the theme that is shown. `axe` has to be in the page. */
export async function contrastViolations(page: Page): Promise<string[]> {
  const { violations, looks } = await page.evaluate(checkNewLooks, [...passed])
  for (const look of looks) passed.add(look)
  return violations
}

/** Runs in the browser. `known`: looks that are not checked again. `looks`: those that passed. */
async function checkNewLooks(known: string[]): Promise<{ violations: string[]; looks: string[] }> {
  const defaults = 'rgba(0, 0, 0, 0) none 1 none normal'
  const backgrounds = new Map<Element, string>()
  /** What may shine through, or change what does, from the element to the document. */
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
  // A look is known only if axe looked at it: it leaves out what is hidden or disabled.
  const looks = (texts?.passes ?? []).flatMap(({ nodes }) =>
    nodes.flatMap(({ element }) => (element ? [lookOf(element)] : [])),
  )
  return {
    violations: [...links.violations, ...(texts?.violations ?? [])].map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html}`,
    ),
    looks: [...new Set(looks)],
  }
}
