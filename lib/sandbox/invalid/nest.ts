import 'server-only'
import type { InvalidCase } from './runner'

/** Path of the field with dots, and what is said of it, as a whole body of errors. */
const nest = (path: string, texts: string[]): object =>
  path.split('.').reduceRight<object>((inner, key) => ({ [key]: inner }), texts)

/** One wrong field: `path` below the section that wraps the request, `name` as the message calls it. */
export type NestedRow = [what: string, body: unknown, path: string, text: string, name?: string]

/** "card_on_file.type" → "Type", unless the row says otherwise. */
const leaf = (path: string) => {
  const words = (path.split('.').at(-1) ?? '').replace(/_id$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** For tests: a case of endpoint 2, flat and without a full stop. */
export const ofCheckout = ([what, body, path, text, name = leaf(path)]: NestedRow): InvalidCase => ({
  what,
  method: 'POST',
  path: '/ctp/api/checkouts',
  headers: { accept: 'application/json', 'x-api-version': '2' },
  body,
  status: 422,
  answer: { message: `${name} ${text}`, errors: nest(path, [text]) },
})

/** For tests: a case of endpoint 1, within `response` and with a full stop. */
export const ofTokenization = ([what, body, path, text, name = leaf(path)]: NestedRow): InvalidCase => ({
  what,
  method: 'POST',
  path: '/transactions/tokenizations',
  body,
  status: 422,
  answer: { response: { message: `${name} ${text}.`, errors: nest(path, [text]) } },
})
