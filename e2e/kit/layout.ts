import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures'

export const onPhone = (page: Page): Promise<void> => page.setViewportSize({ width: 360, height: 780 })

/** Returns where a part of the page stands, in CSS pixels. */
export async function boxOf(
  place: Locator,
): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await place.boundingBox()
  expect(box).not.toBeNull()
  return box ?? { x: 0, y: 0, width: 0, height: 0 }
}
