/**
 * Returns the initials: "Maria Kern" gives MK, "owner@localhost" gives O. Takes whole code points, in any
 * script.
 */
export function initials(name: string): string {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? []
  const first = words.slice(0, 2).map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0))
  return first.join('').toUpperCase()
}
