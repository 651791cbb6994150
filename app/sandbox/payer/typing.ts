/**
 * Shapes for what is typed at the end of a field. A change in the middle, or a deletion, is left as it is: a
 * caret that jumps is worse than a missing space.
 */
const isAppended = (next: string, before: string) => next.length > before.length && next.startsWith(before)

/** "42000000" → "4200 0000" */
export function groupDigits(next: string, before: string): string {
  if (!isAppended(next, before)) return next
  return next.replaceAll(/\s/g, '').replaceAll(/(\d{4})(?=\d)/g, '$1 ')
}

/** "1229" → "12/29" */
export const strokeExpiry = (next: string, before: string): string =>
  isAppended(next, before) ? next.replace(/^(\d\d)(\d+)$/, '$1/$2') : next
