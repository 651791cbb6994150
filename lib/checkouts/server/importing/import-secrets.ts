import 'server-only'
import { validate as isUuid } from 'uuid'
import { isCodeKey, isTokenKey } from '../../../gateway/cards/card-places'
import { edited, isJsonText, jsonLeaves, type JsonLeaf } from '../../../gateway/json-leaves'
import { dots, hiddenIfCard, shownNumber } from '../../../jobs/server/imports/card-cells'
import { maskedToken } from '../cards'

/** Hides the card data of a cell that the import refuses: in JSON, or in a column that takes our ID of a card. */
export function withoutSecrets(cell: string, target: string | null): string {
  if (target === 'card_token_id' && !isUuid(cell.trim()) && cell.trim() !== '') return maskedToken
  if (/^[\s"'[]*\{/.test(cell)) return withoutCard(cell, target === 'payment_method')
  return target === 'payment_method' ? hiddenIfCard(cell) : cell
}

const names = String.raw`\btoken|\bpan|\bnumber|verification_?value|security_?code|\bcvc2?|\bcvv2?|\bcsc`
const secretInText = new RegExp(
  String.raw`((?:${names})["'“”„‘’]?\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[“”„‘’][^“”„‘’]*[“”‘’]?|[^"'“”„‘’,\s}\]]+)`,
  'gis',
)

/**
 * Hides the card token, number and security code of a cell with JSON, also in JSON within its texts. The row is refused
 * (import-row.ts). Also accepts broken JSON, such as with the quotation marks of a text program, or without any.
 * `hasCard`: the column or a text around it names a card.
 */
function withoutCard(cell: string, hasCard: boolean): string {
  if (!/^[\s"'[]*\{/.test(cell)) return cell
  const leaves: JsonLeaf[] = []
  // The quotation mark ends a text that was cut off.
  jsonLeaves(`${cell} "`, isCardKey, (leaf) => leaves.push(leaf))
  const isNamed = hasCard || cell.includes(cardKey) || leaves.some(({ kind, key }) => kind === 'key' && isCardKey(key)) // prettier-ignore
  const edits = leaves.flatMap((leaf) => {
    const to = hiddenIn(leaf, isNamed)
    return to === leaf.value
      ? []
      : [{ ...leaf, end: Math.min(leaf.end, cell.length), to: JSON.stringify(to) }]
  })
  const hidden = edited(cell, edits)
  return isNamed && !isJsonText(cell) ? hidden.replaceAll(secretInText, `$1"${maskedToken}"`) : hidden
}

const cardKey = 'credit_card'
const isCardKey = (key: string): boolean => key.endsWith(cardKey)

function hiddenIn({ kind, key, above, value }: JsonLeaf, isCardNamed: boolean): string {
  if (kind === 'key') return value
  if (isCardNamed && [...above, key].some(isTokenKey)) return maskedToken
  if (isCodeKey(key) && value !== '') return dots
  if (isCardNamed && (key === 'number' || key === 'pan')) return shownNumber(value)
  return kind === 'text' ? withoutCard(value, isCardNamed) : value
}
