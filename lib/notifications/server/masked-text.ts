import 'server-only'
import { isCardKey } from '../../gateway/card-places'
import { jsonLeaves, type JsonLeaf } from '../../gateway/json-leaves'
import { maskEmail } from '../../core/server/search/contacts-in-text'
import { maskText, maskTextFor, maskToken, personalFields, secretFields, type Rights } from './mask'

/**
 * The text of a payload without what may not be shown, as {@link maskPayload} has it; all else is as it came: numbers of
 * any size, what is there twice, and the space between. Of what is no JSON, whatever comes.
 */
export function maskedText(text: string, { personal }: Rights): string {
  let masked = ''
  let from = 0
  const isMark = (key: string) => !personal && personalFields.has(key)
  jsonLeaves(text, isMark, (leaf) => {
    const shown = shownValue(leaf, personal)
    if (shown === leaf.value) return
    masked += text.slice(from, leaf.start) + JSON.stringify(shown)
    from = leaf.end
  })
  return masked + text.slice(from)
}

function shownValue(
  { key, above, isMarked: isOfPersonal, kind, value }: JsonLeaf,
  personal: boolean,
): string {
  if (value === '') return value
  if (isOfPersonal) return '•••'
  if (kind === 'key') return maskText(value)
  if (key === 'token' && above.some(isCardKey)) return maskToken(value)
  if (secretFields.has(key)) return '••••'
  if (!personal && personalFields.has(key)) return key === 'email' ? maskEmail(value) : '•••'
  return maskTextFor(value, key, { personal })
}

const textOrSpace = /("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g

/** The text of a payload on one line. */
export const onOneLine = (text: string): string => text.replace(textOrSpace, '$1')
