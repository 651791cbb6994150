import type { z } from 'zod'
import { unattendedHeader } from './session'

/** The server answered, and not with success. Carries what its problem+json said. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string | undefined
  /** By field, dotted path: what is wrong with it, in words. */
  readonly errors: Record<string, string[]>
  /** What to quote when asking for help; also in the server's log. */
  readonly correlationId: string | undefined
  /** Of a `conflict`: what the fields that were expected to be otherwise now hold. */
  readonly current: Record<string, unknown>
  /** After so many seconds it may be tried again, where the server said so. */
  readonly retryAfter: number | undefined

  constructor(status: number, problem: Problem) {
    super(problem.detail ?? problem.title)
    this.status = status
    this.code = problem.code
    this.title = problem.title
    this.detail = problem.detail
    this.errors = problem.errors
    this.correlationId = problem.correlationId
    this.current = problem.current
    this.retryAfter = problem.retryAfter
  }
}

/** The server could not be reached, or the connection broke. Whether it acted is not known. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
}

/** The server answered with something that is not what it promised. */
export class UnreadableReplyError extends Error {
  override readonly name = 'UnreadableReplyError'
}

interface Problem {
  code: string
  title: string
  detail?: string
  errors: Record<string, string[]>
  correlationId?: string
  current: Record<string, unknown>
  retryAfter?: number
}

interface ApiOptions<T> {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  body?: unknown
  /** Replies of our own server need none; give one where the shape is not under our control. */
  schema?: z.ZodType<T>
  /** Makes a repeated create answer the first one's result. */
  idempotencyKey?: string
  /** Somebody has looked: the same request that was lost is sent again, under this new key. */
  repeatsLost?: boolean
  signal?: AbortSignal
}

/**
 * The browser's one fetch: parsed data, or ApiError for every answer that is no success, or NetworkError. Where the
 * session is gone and the page can sign in in place, the same request is sent again afterwards.
 */
export const api = <T>(path: string, options: ApiOptions<T> = {}): Promise<T> =>
  whileSignedIn(() => request(path, options), { isOrdered: (options.method ?? 'GET') !== 'GET' })

/**
 * Signs in in place; resolves to whether the session is there again. `isOrdered`: a person ordered what was refused, it
 * is not the page that keeps itself up to date.
 */
type SignInAgain = (request: { isOrdered: boolean }) => Promise<boolean>
let signInAgain: SignInAgain | null = null

/** From now on requests without a session wait for this. Returns the function that takes it away again. */
export function offerSignIn(offer: SignInAgain): () => void {
  signInAgain = offer
  return () => {
    if (signInAgain === offer) signInAgain = null
  }
}

export const isSignInOffered = (): boolean => signInAgain !== null

/** Runs a request, and once more where it was refused without a session and somebody signed in again. */
export async function whileSignedIn<T>(
  run: () => Promise<T>,
  { isOrdered }: { isOrdered: boolean },
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    // Refused before anything was done: sending it again cannot do it twice.
    if (!isSignedOut(error) || !(await signInAgain?.({ isOrdered }))) throw error
    return run()
  }
}

async function request<T>(path: string, options: ApiOptions<T>): Promise<T> {
  const response = await send(path, options)
  if (!response.ok) throw await apiError(response)
  const data = response.status === 204 ? undefined : await readJson(response)
  // Without a schema the caller states the type: it is inferred from the contract both sides share.
  return options.schema ? options.schema.parse(data) : (data as T)
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

async function send<T>(path: string, options: ApiOptions<T>): Promise<Response> {
  const headers = new Headers({ accept: 'application/json' })
  if (options.body !== undefined) headers.set('content-type', 'application/json')
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  if (isUnattended()) headers.set(unattendedHeader, '1')
  if (options.repeatsLost) headers.set('idempotency-lost', 'repeat')
  try {
    return await fetch(path, {
      method: options.method ?? 'GET',
      headers,
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: options.signal,
      credentials: 'same-origin',
      cache: 'no-store',
    })
  } catch (cause) {
    // A request the caller gave up is no failure of the network: the caller's own reason goes on.
    if (options.signal?.aborted) throw cause
    throw new NetworkError('The server cannot be reached', { cause })
  }
}

async function readJson(response: Response): Promise<unknown> {
  let text: string
  try {
    text = await response.text()
  } catch (cause) {
    throw new NetworkError('The connection broke while reading', { cause })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UnreadableReplyError(`Not JSON: ${response.status} ${response.url}`, { cause })
  }
}

/** The error that an answer which is no success stands for. */
export async function apiError(response: Response): Promise<ApiError> {
  // A proxy in between may answer HTML; then the status is all there is to say.
  const body = await readJson(response).catch(() => null)
  return new ApiError(response.status, toProblem(response, body))
}

function toProblem(response: Response, body: unknown): Problem {
  const from: Record<string, unknown> = isRecord(body) ? body : {}
  const status = response.statusText || `HTTP ${response.status}`
  return {
    code: textOf(from.code) ?? `http_${response.status}`,
    title: textOf(from.title) ?? status,
    detail: textOf(from.detail),
    errors: fieldErrors(from.errors),
    correlationId: textOf(from.correlation_id),
    current: isRecord(from.current) ? from.current : {},
    // Our server gives seconds; a date, as a proxy might, says nothing here.
    retryAfter: Number(response.headers.get('retry-after')) || undefined,
  }
}

function fieldErrors(value: unknown): Record<string, string[]> {
  if (!isRecord(value)) return {}
  const errors: Record<string, string[]> = {}
  for (const [field, messages] of Object.entries(value)) {
    const list = (Array.isArray(messages) ? messages : [messages]).filter(
      (entry) => typeof entry === 'string',
    )
    if (list.length > 0) errors[field] = list
  }
  return errors
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Input that shows that a person uses the page. */
const inputs = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'focus'] as const

/** Requests this long after the last input are the page's own. */
const attendedMs = 60_000

let lastInput: number | null = null

/** Whether this page is unattended. It keeps itself up to date then, which does not keep the session alive. */
function isUnattended(): boolean {
  if (typeof window === 'undefined') return false
  if (lastInput === null) {
    lastInput = Date.now() // Somebody has just opened the page.
    const note = () => void (lastInput = Date.now())
    for (const input of inputs) window.addEventListener(input, note, { capture: true, passive: true })
  }
  return Date.now() - lastInput > attendedMs
}
