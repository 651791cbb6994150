import type { IntlError } from 'use-intl/core'

/**
 * Handles a missing or broken message. Throws in development and tests. In production logs it and shows the key, so
 * that one missing message does not break the page.
 */
export function onIntlError(error: IntlError): void {
  if (process.env.NODE_ENV !== 'production') throw error
  // eslint-disable-next-line no-console -- runs in the browser too, where this is the log
  console.error(error)
}
