/** The request as people read it: JSON, coloured by its parts, and a command for a terminal. No credentials in either. */
import { tokenField } from './fields'
import { hiddenToken } from './read-request'
import { checkoutOf, put, valueAt, type CheckoutValues } from './values'

/** What is sent to the gateway, with a card token as dots. */
function shownRequest(values: CheckoutValues): { checkout: Record<string, unknown> } {
  const checkout = checkoutOf(values)
  if (values.card_token_id !== '' || valueAt(checkout, tokenField) !== undefined)
    put(checkout, tokenField, hiddenToken)
  return { checkout }
}

export const requestJson = (values: CheckoutValues): string => JSON.stringify(shownRequest(values), null, 2)

/** For a shell: credentials and a card token are named, to be put in by who runs it (docs/gateway.md#endpoints). */
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

/** A text that is JSON, or is becoming it, in pieces to be coloured. All pieces together are the text. */
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
