import 'server-only'
import { isCard, isCardKey } from '../../gateway/card-places'
import { personalFields } from './mask'

/** Of a payload, so many characters are searched in, and so many of one value; longer ones are not typed. */
const limits = { characters: 4_000, value: 200, depth: 64 }

type Texts = { open: string; personal: string }

/**
 * The values of a payload, to be searched in: what is personal apart, for those who may read it. Left out are dates,
 * addresses of pages, and what is no word of a person's: a million payloads have them all.
 */
export function payloadTexts(json: unknown): Texts {
  const found: Texts = { open: '', personal: '' }
  searchedValues(json, (text, { isPersonal }) => {
    const where = isPersonal ? 'personal' : 'open'
    if (found[where].length < limits.characters) found[where] += ` ${text}`
  })
  return found
}

/** Where a value stands, from the inside out: a path is put together only where somebody asks for it. */
export type Place = { key: string | number; isPersonal: boolean; above: Place | null }
type Standing = Place & { name: string; isCard: boolean; depth: number; above: Standing | null }

const outermost: Standing = { key: '', name: '', isCard: false, isPersonal: false, depth: 0, above: null }

/** Each value of a payload that is searched in, as far as it is, and where it stands. */
export function searchedValues(json: unknown, visit: (text: string, place: Place) => void): void {
  walk(json, outermost, visit)
}

/** The keys that lead to a value. */
export function pathTo({ key, above }: Place): (string | number)[] {
  return above === null ? [] : [...pathTo(above), key]
}

function walk(value: unknown, place: Standing, visit: (text: string, place: Place) => void): void {
  const { name, isCard: isOfCard, isPersonal, depth } = place
  if (depth > limits.depth) return
  const within = { depth: depth + 1, above: place }
  if (Array.isArray(value)) {
    for (const [at, inner] of value.entries()) walk(inner, { ...place, ...within, key: at }, visit)
  } else if (typeof value === 'object' && value !== null) {
    const isAny = isOfCard || isCard(value)
    for (const [key, inner] of Object.entries(value)) {
      const about = { isCard: isAny || isCardKey(key), isPersonal: isPersonal || personalFields.has(key) }
      walk(inner, { ...within, ...about, key, name: key }, visit)
    }
  } else if (isSearched(value) && !(isOfCard && name === 'token')) {
    visit(String(value).replaceAll('\0', '').slice(0, limits.value), place)
  }
}

const isSearched = (value: unknown): value is string | number =>
  (typeof value === 'number' && Math.abs(value) > 9) ||
  (typeof value === 'string' && value.length > 1 && !/^\d{4}-\d\d-\d\dT|^https?:/.test(value))
