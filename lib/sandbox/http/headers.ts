import 'server-only'
import type { EndpointName, OwnEndpoint } from './endpoints'
import { traitsOf } from './endpoints'
import { Refusal } from './refusal'

const refuse = (status: number, text: string) => new Refusal(status, text, { errors: { base: [text] } })

/**
 * What the interface asks of a request's headers (“Endpoints”, rules 1 and 2). Endpoint 2: Content-Type and
 * Accept are application/json, X-API-Version is 2. Endpoints 1, 3, 6 and 7: a Content-Type, where there is one,
 * is application/json. The statuses 415, 406 and 400 and the texts are inferred: the interface gives none.
 * @throws Refusal
 */
export function checkHeaders(request: Request, name: EndpointName | OwnEndpoint): void {
  const { headers: wanted } = traitsOf(name)
  if (!wanted) return
  const contentType = request.headers.get('content-type')
  const mayBeAbsent = wanted === 'json_body' && contentType === null
  if (!mayBeAbsent && !isJson(contentType ?? ''))
    throw refuse(415, 'Content-Type must be application/json, in UTF-8')
  if (wanted !== 'versioned') return
  if (!accepts(request.headers.get('accept') ?? '')) throw refuse(406, 'Accept must be application/json')
  if (request.headers.get('x-api-version')?.trim() !== '2') throw refuse(400, 'X-API-Version must be 2')
}

/** Parameters other than the character set mean nothing to JSON (RFC 8259) and are ignored. */
function isJson(contentType: string): boolean {
  const [type, ...parameters] = contentType.toLowerCase().split(';')
  const charsets = parameters.map((text) => text.trim()).filter((text) => text.startsWith('charset='))
  return type?.trim() === 'application/json' && charsets.every((text) => /^charset="?utf-?8"?$/.test(text))
}

/** Accept may list several types; `*` alone is not what the interface asks for. */
const accepts = (accept: string) =>
  accept
    .toLowerCase()
    .split(',')
    .some((range) => range.split(';')[0]?.trim() === 'application/json')
