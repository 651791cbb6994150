/** Converts digits to a number for the schema; returns other input as typed. */
export const wholeNumber = (typed: unknown): unknown =>
  typeof typed === 'string' && /^\s*\d{1,9}\s*$/.test(typed) ? Number(typed) : typed
