/**
 * Names of currencies, languages and countries in the interface's language. Chromium and Node know different sets and
 * spell some differently: format on one side only (in a server component or an effect) and pass the names on.
 */
type NameKind = 'currency' | 'language' | 'region'

const known = new Map<string, Intl.DisplayNames>()

function names(kind: NameKind, locale: string): Intl.DisplayNames {
  const id = `${kind} ${locale}`
  const found = known.get(id)
  if (found) return found
  const made = new Intl.DisplayNames([locale], { type: kind, fallback: 'code' })
  known.set(id, made)
  return made
}

function nameOf(kind: NameKind, code: string, locale: string): string {
  try {
    return names(kind, locale).of(code) ?? code
  } catch {
    return code
  }
}

export const currencyName = (code: string, locale: string) => nameOf('currency', code, locale)
export const countryName = (code: string, locale: string) => nameOf('region', code, locale)
export const languageName = (code: string, locale: string) => nameOf('language', code, locale)

export function namedOptions(
  kind: NameKind,
  codes: readonly string[],
  locale: string,
): { id: string; label: string }[] {
  return codes
    .map((code) => ({ id: code, label: nameOf(kind, code, locale) }))
    .sort((a, b) => a.label.localeCompare(b.label, locale))
}

/** ISO 639-1 codes that the gateway's `language` accepts. */
export const languageCodes: readonly string[] = (
  'aa ab af ak am ar as ay az ba be bg bn bo br bs ca cs cy da de dz el en eo es et eu fa fi fo fr fy ga gd gl gu ha ' +
  'he hi hr ht hu hy id ig is it ja jv ka kk km kn ko ku ky la lb lo lt lv mg mi mk ml mn mr ms mt my nb ne nl nn no ' +
  'oc or pa pl ps pt ro ru rw sa sd si sk sl sm sn so sq sr st su sv sw ta te tg th ti tk tl tn to tr ts tt ug uk ur ' +
  'uz vi wo xh yi yo zh zu'
).split(' ')
