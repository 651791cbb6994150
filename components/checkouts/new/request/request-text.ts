/** The request as readable text: coloured JSON and a curl command. Neither contains credentials. */
import { checkoutOf, type CheckoutValues, setAt, tokenField, valueAt } from '../values'
import { hiddenToken } from './read-request'

function shownRequest(values: CheckoutValues): { checkout: Record<string, unknown> } {
  const checkout = checkoutOf(values)
  if (values.card_token_id !== '' || valueAt(checkout, tokenField) !== undefined)
    setAt(checkout, tokenField, hiddenToken)
  return { checkout }
}

export const requestJson = (values: CheckoutValues): string => JSON.stringify(shownRequest(values), null, 2)

/** Returns a curl command with placeholders for the credentials and the card token (docs/gateway.md#endpoints). */
export function requestCurl(values: CheckoutValues, checkoutUrl: string): string {
  const body = requestJson(values)
    .replace(hiddenToken, '<card token>')
    .replaceAll("'", String.raw`'\''`)
  return [
    `curl '${checkoutUrl}/ctp/api/checkouts'`,
    `-u "$SHOP_ID:$SECRET_KEY"`,
    `-H 'Content-Type: application/json'`,
    `-H 'Accept: application/json'`,
    `-H 'X-API-Version: 2'`,
    `-d '${body}'`,
  ].join(' \\\n  ')
}

export interface Piece {
  text: string
  kind: 'key' | 'string' | 'literal' | 'plain'
}

const parts = /("(?:[^"\\\n]|\\.)*"?)(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g

/** Splits JSON, even if incomplete, into pieces for highlighting. Joined, the pieces give the whole text. */
export function jsonPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  const push = (piece: string, kind: Piece['kind']) => piece && pieces.push({ text: piece, kind })
  let end = 0
  for (const match of text.matchAll(parts)) {
    push(text.slice(end, match.index), 'plain')
    const [whole, string, colon] = match
    if (string === undefined) push(whole, 'literal')
    else {
      push(string, colon === undefined ? 'string' : 'key')
      push(colon ?? '', 'plain')
    }
    end = match.index + whole.length
  }
  push(text.slice(end), 'plain')
  return pieces
}
