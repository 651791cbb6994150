import type { IntlError } from 'use-intl/core'

/**
 * A missing or broken message is a mistake in the code: in development and tests it throws. In production one missing
 * word must not take the page with it: it is logged, and the key stands in its place.
 */
export function onIntlError(error: IntlError): void {
  if (process.env.NODE_ENV !== 'production') throw error
  // eslint-disable-next-line no-console -- runs in the browser too, where this is the log
  console.error(error)
}
