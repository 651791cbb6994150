/**
 * The one form in which the e-mail address of an account is stored, compared and counted: NFKC, lower case, without
 * spaces around it. It depends neither on a locale nor on the database's collation, and applying it twice changes nothing.
 *
 * `İ` becomes `i` with a dot above (U+0307), not `i`: `İRIS@…` and `iris@…` are different accounts. Both small sigmas
 * are one letter, because the upper case does not tell them apart.
 */
export function normalEmail(text: string): string {
  let normal = text
  // Lower case can make a text decomposable again: a second round settles it.
  for (let round = 0; round < 4; round++) {
    const before = normal
    normal = normal.normalize('NFKC').trim().toLowerCase().replaceAll('ς', 'σ')
    if (normal === before) break
  }
  return normal
}
