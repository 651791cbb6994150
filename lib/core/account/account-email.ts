/**
 * Returns the form in which account e-mail addresses are stored, compared and counted: NFKC, trimmed, lower case.
 * Idempotent, and independent of locale and database collation.
 *
 * `İ` becomes `i` with a dot above (U+0307), so `İRIS@…` and `iris@…` are different accounts. Both lower-case sigmas
 * become `σ`, because they share one upper case.
 */
export function normalEmail(text: string): string {
  let normal = text
  // Lower-casing can undo the normalisation: repeat until nothing changes.
  for (let round = 0; round < 4; round++) {
    const before = normal
    normal = normal.normalize('NFKC').trim().toLowerCase().replaceAll('ς', 'σ')
    if (normal === before) break
  }
  return normal
}
