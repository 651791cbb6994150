/** What is asked of every page, however it is looked at. */
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures'

/** No violation that axe knows of; `name` says in the failure which page it was. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html}`)).toEqual([])
}

/** The page is no wider than the window. */
export async function expectNoSidewaysScroll(page: Page, name: string): Promise<void> {
  const fits = await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
  expect([name, fits]).toEqual([name, true])
}

/** Each theme at the width of a desk and of a phone. */
export const looks = (['light', 'dark'] as const).flatMap((theme) =>
  [1440, 360].map((width) => ({
    name: `${theme}, ${width} px`,
    take: async (page: Page, baseURL = '') => {
      await page.setViewportSize({ width, height: 900 })
      await page.context().addCookies([{ name: 'theme', value: theme, url: baseURL }])
    },
    expectFit: async (page: Page, path: string) => {
      await expectAccessible(page, path)
      await expectNoSidewaysScroll(page, path)
    },
  })),
)
