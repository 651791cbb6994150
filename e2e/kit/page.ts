/** What tests do with a page, and with files that it reads and saves. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'

/** Holds back requests whose address matches, until the returned function is called. */
export async function hold(page: Page, addresses: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(addresses, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/**
 * Resolves once React has attached to the element and has run the effects of its page; nothing visible shows it. React
 * marks an element while it renders, which is before the effects.
 */
export async function hydrated(element: Locator): Promise<void> {
  const isMarked = (node: Element) => Object.keys(node).some((key) => key.startsWith('__reactProps'))
  await expect.poll(() => element.evaluate(isMarked)).toBe(true)
  await element.page().evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
}

export const onPhone = (page: Page): Promise<void> => page.setViewportSize({ width: 360, height: 780 })

/** Returns the position of a part of the page, in CSS pixels. */
export async function boxOf(
  place: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await place.boundingBox()
  expect(box).not.toBeNull()
  return box ?? { x: 0, y: 0, width: 0, height: 0 }
}

/** Opens the file chooser of an import page and chooses this CSV file. */
export async function chooseFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

/** Clicks the link or button and returns the text of the file that it saves. */
export async function savedText(page: Page, control: Locator): Promise<string> {
  const download = page.waitForEvent('download')
  await control.click()
  return readFile(await (await download).path(), 'utf8')
}
