/** What a number field holds as a schema wants it: digits as a number, and anything else as it was typed. */
export const wholeNumber = (typed: unknown): unknown =>
  typeof typed === 'string' && /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : typed
