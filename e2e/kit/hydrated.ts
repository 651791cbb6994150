import { expect, type Locator } from '@playwright/test'

/** Resolves once React has attached to the element; nothing that a person sees tells it. */
export const hydrated = (element: Locator) =>
  expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((key) => key.startsWith('__reactProps'))))
    .toBe(true)
