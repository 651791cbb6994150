/** What a database can store. Without zod, because every page loads it. */

/** Whether a database can store the text unchanged: no NUL, no unpaired surrogate. */
export const isStorable = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text)

/** The text as a database can store it: without NUL, and with a mark for each unpaired surrogate. */
export const toStorable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** The deepest nesting of objects and lists. Writing a much deeper value as JSON overflows the stack. */
const maxLevels = 64

/** Whether a database can store a JSON value: every key and text, and no more than `maxLevels`. */
export function isStorableJson(value: unknown, levels = maxLevels): boolean {
  if (typeof value === 'string') return isStorable(value)
  if (typeof value !== 'object' || value === null) return true
  return (
    levels > 0 &&
    Object.entries(value).every(([key, inner]) => isStorable(key) && isStorableJson(inner, levels - 1))
  )
}
