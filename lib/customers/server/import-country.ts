import 'server-only'
import { countryCodes, isCountry } from '../../gateway/countries'

/** Files name countries in these languages; where a name means different ones, the earlier language has it. */
const languages = `en de fr es it pt nl pl ru uk cs sk da sv nb fi et lv lt hu ro bg hr sl el tr he ar ja ko zh`

/** What people and programs write besides. */
const others: Record<string, string> = {
  US: 'usa unitedstatesofamerica america vereinigtestaatenvonamerika etatsunisdamerique estadosunidosdeamerica eeuu сша',
  GB: 'uk greatbritain britain england scotland wales northernireland grossbritannien',
  NL: 'holland thenetherlands',
  CZ: 'czechrepublic tschechischerepublik',
  AE: 'uae',
  CI: 'ivorycoast',
  HK: 'hongkong',
  KR: 'korea republicofkorea',
  MK: 'macedonia',
  MO: 'macau macao',
  PS: 'palestine',
  RU: 'russianfederation',
  TR: 'turkey',
  VA: 'vatican',
  VN: 'vietnam',
}

const folded = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')

let codes: Map<string, string> | null = null

function known(): Map<string, string> {
  if (codes) return codes
  codes = new Map(
    Object.entries(others).flatMap(([code, names]) => names.split(' ').map((name) => [name, code] as const)),
  )
  for (const language of languages.split(' ')) {
    const names = new Intl.DisplayNames([language], { type: 'region' })
    for (const code of countryCodes) {
      const name = folded(names.of(code) ?? code)
      if (!codes.has(name)) codes.set(name, code)
    }
  }
  return codes
}

/** The ISO 3166-1 code of a country, by its code or its name in one of many languages; undefined where it is none. */
export function countryCode(text: string): string | undefined {
  const upper = text.trim().toUpperCase()
  return isCountry(upper) ? upper : known().get(folded(text))
}
