import 'server-only'
import { Agent, request } from 'undici'
import type { LookupFunction } from 'node:net'
import { guardedRequest, type GuardedInit, type Reach } from '../../../db/outgoing/guarded-request'
import { proxiedConnector } from '../../../db/outgoing/proxy'
import { ArraySplitter, NotAnArray } from '../../../gateway/client/split-array'
import { readFailure } from '../../../gateway/errors'
import { productReply } from '../../../gateway/products/product'
import type { Check, CheckCode, GatewayAddressNames } from '../../schema'
import { urlOf } from '../../../gateway/values/url'

export type Rules = {
  /** Null: an operator gave the addresses. They may lead anywhere, and a proxy gets them by name. */
  reach: Reach | null
  /** For tests. */
  lookup?: LookupFunction
  /** For tests: a PEM certificate to trust as well. */
  trusted?: string
}

/** Records what a step found. */
export type Note = (
  name: Check['name'],
  code: CheckCode,
  values?: Check['values'],
  isWarning?: boolean,
) => void

/** A step that failed: the steps after it are skipped. */
export class Failed extends Error {
  /** Findings before the failure, in the same request. */
  readonly before: Check[] = []
  constructor(readonly check: Check) {
    super(check.code)
  }
}

export const failedCheck = (name: Check['name'], code: CheckCode, values: Check['values'] = {}): Failed =>
  new Failed({ name, state: 'failed', code, values })

/** One address of a gateway, and the request that tries it. */
export type Probed = {
  address: GatewayAddressNames
  base: string
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  /** Refused by every gateway, because every required field is missing. */
  body?: Buffer
  /** An address that answers at once, for a list that is too long to wait for. */
  quickUrl?: string
}

/** For the whole answer, in ms. */
const timeLimitMs = 15_000
/** How much of an answer is read, in bytes. A list may be long; its first element shows its shape. */
const readBytes = 256 * 1024
/** Seconds by which clocks may differ. */
const fairSeconds = 120

type Answer = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  isWhole: boolean
}

/** @throws Failed */
export async function requestTo(probed: Probed, rules: Rules): Promise<Check[]> {
  const began = performance.now()
  const answer = await ask(probed, probed.url, rules)
  const ms = Math.round(performance.now() - began)
  if (answer === 'late') return answerLate(probed, rules)
  const credentials = judgeCredentials(probed, answer)
  try {
    const shape = probed.method === 'GET' ? judgeList(answer) : judgeRefusal(answer)
    return [credentials, { ...shape, values: { ...shape.values, ms } }, clockOf(answer)]
  } catch (error) {
    // Only a gateway checks credentials: a sign-in page answers 200 to any.
    if (error instanceof Failed)
      error.before.push(credentials.state === 'ok' ? credentialsUnknown : credentials)
    throw error
  }
}

/** The beginning of the answer; `late` if none came in time. @throws Failed */
async function ask({ method, headers, body }: Probed, url: string, rules: Rules): Promise<Answer | 'late'> {
  const send = senderBy(rules)
  try {
    const reply = await send(url, { method, headers, body })
    const parts: Buffer[] = []
    let bytes = 0
    let isWhole = true
    try {
      for await (const piece of reply.body as AsyncIterable<Buffer>) {
        parts.push(piece)
        bytes += piece.length
        isWhole = bytes <= readBytes
        if (!isWhole) break
      }
    } catch (error) {
      if (!isLate(error)) throw failedCheck('answer', 'answer_cut', { bytes })
      isWhole = false
    }
    const text = Buffer.concat(parts).toString('utf8')
    return { status: reply.statusCode, headers: reply.headers, text, isWhole }
  } catch (error) {
    if (isLate(error)) return 'late'
    if (error instanceof Failed) throw error
    // No byte arrived, as from a server that waits for TLS.
    throw failedCheck('answer', url.startsWith('http:') ? 'speaks_https' : 'answer_cut', { bytes: 0 })
  }
}

/** Sends like the later calls. */
function senderBy({ reach, lookup }: Rules) {
  if (reach) return guardedRequest({ ...reach, lookup, timeLimitMs, maxReplyBytes: -1 })
  const dispatcher = new Agent({ connect: proxiedConnector(timeLimitMs) })
  return (url: string, init: GuardedInit) =>
    request(url, { ...init, dispatcher, signal: AbortSignal.timeout(timeLimitMs) })
}

const isLate = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

/** A list that is too long to wait for is not a failure if another address answers. @throws Failed */
async function answerLate(probed: Probed, rules: Rules): Promise<Check[]> {
  const seconds = timeLimitMs / 1000
  const quick = probed.quickUrl === undefined ? 'late' : await ask(probed, probed.quickUrl, rules)
  if (quick === 'late' || quick.status >= 500) throw failedCheck('answer', 'answer_late', { seconds })
  return [
    judgeCredentials(probed, quick),
    { name: 'answer', state: 'warning', code: 'list_slow', values: { seconds } },
    clockOf(quick),
  ]
}

const ok = (name: Check['name'], code: CheckCode, values: Check['values'] = {}): Check => ({
  name,
  state: 'ok',
  code,
  values,
})

const credentialsUnknown: Check = {
  name: 'authentication',
  state: 'skipped',
  code: 'credentials_unknown',
  values: {},
}

/** @throws Failed */
function judgeCredentials({ address }: Probed, { status }: Answer): Check {
  if (status !== 401 && status !== 403)
    return status < 300 || status === 400 || status === 422
      ? ok('authentication', 'credentials_fine')
      : credentialsUnknown
  // The interface does not say how tokenizations authenticate, and only cards that are typed in need them.
  if (address === 'gateway_url')
    return { name: 'authentication', state: 'warning', code: 'tokenization_closed', values: { status } }
  throw failedCheck('authentication', 'credentials_wrong', { status })
}

/** Reads the list's first element. @throws Failed */
function judgeList(answer: Answer): Check {
  refuseStrange(answer)
  const { status, text, isWhole } = answer
  if (status !== 200) throw failedCheck('answer', 'other_status', { status })
  try {
    const [first] = firstElements(text)
    if (first === undefined) {
      if (isWhole) return ok('answer', 'shape_fine', { count: 0 })
      return { name: 'answer', state: 'warning', code: 'list_slow', values: { seconds: timeLimitMs / 1000 } }
    }
    if (!productReply.safeParse(first).success) throw failedCheck('answer', 'other_json')
    return ok('answer', 'shape_fine', { count: 1 })
  } catch (error) {
    throw error instanceof NotAnArray
      ? failedCheck('answer', isJson(text) ? 'other_json' : 'not_json')
      : error
  }
}

/** @throws NotAnArray */
function firstElements(text: string): unknown[] {
  const splitter = new ArraySplitter(readBytes)
  return splitter.push(Buffer.from(text)).map(({ value }) => value)
}

/** A request without content must be refused with errors. @throws Failed */
function judgeRefusal(answer: Answer): Check {
  refuseStrange(answer)
  const { status, text } = answer
  if (status === 401 || status === 403) return ok('answer', 'shape_fine')
  const isRefusal = status === 400 || status === 422
  if (isRefusal && isJson(text) && readFailure(JSON.parse(text))) return ok('answer', 'shape_fine')
  if (isRefusal || status < 300)
    throw failedCheck('answer', isJson(text) ? 'other_json' : 'not_json', { status })
  throw failedCheck('answer', 'other_status', { status })
}

/** What web servers answer to plain HTTP at a port for HTTPS. */
const asksForHttps = /HTTP request (was sent )?to (an )?HTTPS (port|server)/i

/** Refuses answers that no gateway gives to any request. @throws Failed */
function refuseStrange({ status, headers, text }: Answer): void {
  if (status >= 300 && status < 400)
    throw failedCheck('answer', 'redirect', { to: originOf(headers.location) })
  if (status === 429) throw failedCheck('answer', 'rate_limited')
  if (status === 404 || status === 405) throw failedCheck('answer', 'path_unknown', { status })
  if (status >= 500) throw failedCheck('answer', 'gateway_error', { status })
  if (asksForHttps.test(text)) throw failedCheck('answer', 'speaks_https')
  if (/^\s*<(!doctype|html|head|body)/i.test(text)) throw failedCheck('answer', 'web_page', { status })
}

/** Without the query, which may hold a token. */
function originOf(location: string | string[] | undefined): string {
  const text = String(location ?? '')
  const url = urlOf(text)
  return url ? url.origin + url.pathname : (text.split('?')[0] ?? '')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function clockOf({ headers }: Answer): Check {
  const at = Date.parse(String(headers.date ?? ''))
  if (Number.isNaN(at)) return { name: 'clock', state: 'skipped', code: 'no_clock', values: {} }
  const seconds = Math.round((at - Date.now()) / 1000)
  if (Math.abs(seconds) <= fairSeconds) return ok('clock', 'clock_fine', { seconds: Math.abs(seconds) })
  return { name: 'clock', state: 'warning', code: 'clock_differs', values: { seconds: Math.abs(seconds) } }
}
