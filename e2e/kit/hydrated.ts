import { expect, type Locator } from '@playwright/test'

/**
 * Resolves once React has attached to the element and has run the effects of its page; nothing that a person sees tells
 * it. React marks an element while it renders, which is before the effects.
 */
export async function hydrated(element: Locator): Promise<void> {
  const isMarked = (node: Element) => Object.keys(node).some((key) => key.startsWith('__reactProps'))
  await expect.poll(() => element.evaluate(isMarked)).toBe(true)
  await element.page().evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
}
