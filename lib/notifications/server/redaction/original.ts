import 'server-only'
import type { ShopContext } from '../../../core/server/context'
import { isCardKey } from '../../../gateway/cards/card-places'
import { type Edit, edited, jsonLeaves } from '../../../gateway/json-leaves'
import type { NotificationRow } from '../tables'
import { originalFingerprint } from './fingerprint'
import { asText } from './mask'
import { openedTokensOf } from './sealed-tokens'
import { dots } from './secrets-in-text'
import { type CardTokens, placeOf } from './without-cards'

/**
 * Returns the original body with its card tokens; null if its hash does not match, or no sealing key opens the tokens.
 * Never store or show it.
 */
export function originalOf(context: ShopContext, row: NotificationRow): Buffer | null {
  const tokens = openedTokensOf(context, row)
  if (!tokens) return null
  const body = withTokens(row.body, tokens)
  return originalFingerprint(body).equals(row.fingerprint) && !row.hasCardNumber ? body : null
}

/** Restores the body's card tokens: the inverse of `withoutCards`, except for card numbers. */
function withTokens(body: Buffer, tokens: CardTokens): Buffer {
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
