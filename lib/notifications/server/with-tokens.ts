import 'server-only'
import { isCardKey } from '../../gateway/card-places'
import { jsonLeaves } from '../../gateway/json-leaves'
import { asText } from './bytes-text'
import { type Edit, edited } from './edits'
import { dots } from './secrets-in-text'
import { type CardTokens, placeOf } from './without-cards'

/** The body with its tokens put back where they stood; the other way round from `withoutCards`, but for card numbers. */
export function withTokens(body: Buffer, tokens: CardTokens): Buffer {
  const text = asText(body)
  if (text === null || Object.keys(tokens).length === 0) return body
  const edits: Edit[] = []
  jsonLeaves(text, isCardKey, (leaf) => {
    const { kind, start, end, value } = leaf
    if (kind === 'key' || !value.startsWith(dots)) return
    const token = tokens[placeOf(leaf) ?? '']
    if (token !== undefined) edits.push({ start, end, to: JSON.stringify(token) })
  })
  return Buffer.from(edited(text, edits))
}
