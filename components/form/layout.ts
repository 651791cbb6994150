/** Two fields in a row from the `md` width on. */
export const pairClass = 'grid items-start grid-cols-1 gap-x-4 gap-y-3.5 md:grid-cols-2'
export const stackClass = 'grid grid-cols-1 gap-3.5'
/** Disables autofill: the browser would offer the merchant's own details instead of the customer's. */
export const noAutofill = { autoComplete: 'off' } as const
