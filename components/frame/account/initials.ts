const characters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Returns the initials: "Maria Kern" gives MK, "owner@localhost" gives O. Takes whole characters, in any script. */
export function initials(name: string): string {
  const words =
    name
      .split('@')[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? []
  const first = words.slice(0, 2).map((word) => characters.segment(word).containing(0)?.segment ?? '')
  return first.join('').toUpperCase()
}
