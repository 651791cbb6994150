/**
 * Turbopack loader: date fields bring 12 calendars (3 kB gzipped). The languages on offer use the Gregorian one alone
 * (lib/core/i18n/messages.test.ts).
 */
module.exports = () =>
  `import { GregorianCalendar } from './calendars/GregorianCalendar.mjs'
export const createCalendar = () => new GregorianCalendar()`
