import 'server-only'
import { isCardKey } from '../../gateway/card-places'
import { personalFields } from './mask'

/** Of a payload, so many characters are searched in, and so many of one value; what is longer nobody types. */
const limits = { characters: 4_000, value: 200, depth: 64 }

type Texts = { open: string; personal: string }

/**
 * The values of a payload, to be searched in: what is personal apart, for those who may read it. Left out are dates,
 * addresses of pages, and what is no word of a person's: a million payloads have them all.
 */
export function payloadTexts(json: unknown): Texts {
  const found: Texts = { open: '', personal: '' }
  collect(json, { key: '', isCard: false, isPersonal: false, depth: 0 }, found)
  return found
}

type Place = { key: string; isCard: boolean; isPersonal: boolean; depth: number }

function collect(value: unknown, place: Place, found: Texts): void {
  const { key, isCard, isPersonal, depth } = place
  if (depth > limits.depth) return
  if (Array.isArray(value)) {
    for (const inner of value) collect(inner, { ...place, depth: depth + 1 }, found)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const within = {
        isCard: isCard || isCardKey(name),
        isPersonal: isPersonal || personalFields.has(name),
      }
      collect(inner, { key: name, ...within, depth: depth + 1 }, found)
    }
  } else if (isSearched(value) && !(isCard && key === 'token')) {
    const where = isPersonal ? 'personal' : 'open'
    if (found[where].length < limits.characters)
      found[where] += ` ${String(value).replaceAll('\0', '').slice(0, limits.value)}`
  }
}

const isSearched = (value: unknown): value is string | number =>
  (typeof value === 'number' && Math.abs(value) > 9) ||
  (typeof value === 'string' && value.length > 1 && !/^\d{4}-\d\d-\d\dT|^https?:/.test(value))
