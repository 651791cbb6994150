import { v4 as uuidv4 } from 'uuid'
import { requestIdHeader, personHeader, unattendedHeader } from './headers'

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail: string | undefined
  /** Messages by dotted field path. */
  readonly errors: Record<string, string[]>
  /** ID to quote when asking for help. Also in the server's log. */
  readonly correlationId: string | undefined
  /** For `conflict`: current values of the fields that differ from what the request expected. */
  readonly current: Record<string, unknown>
  /** Seconds to wait before a retry, if the server says so. */
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

/** The server could not be reached, or the connection broke. It is unknown whether the server acted. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'
  /** The request's ID. The server's log contains it if the request reached the server. */
  readonly correlationId: string | undefined

  constructor(message: string, options: { cause?: unknown; correlationId?: string } = {}) {
    super(message, options)
    this.correlationId = options.correlationId
  }
}

/** The reply is not JSON. */
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

export interface ApiOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  body?: unknown
  /** Makes a repeated create return the first one's result. */
  idempotencyKey?: string
  /** Sends a lost request again under a new key, because a person asked for it. */
  isRepeatOfLost?: boolean
  signal?: AbortSignal
  /** Further headers. */
  headers?: Record<string, string>
  /** Does not name the page's person: someone else may have signed in just now. */
  isForAnybody?: boolean
}

/**
 * Sends a request from the browser and returns the parsed data. When it needs a new or a more recent sign-in and the page
 * offers one in place, sends it again afterwards.
 * @throws ApiError if the server answers with an error, NetworkError if no answer arrives.
 */
export const api = (path: string, options: ApiOptions = {}): Promise<unknown> =>
  withSignInRetry(() => request(path, options), { isOrdered: (options.method ?? 'GET') !== 'GET' })

/** Why a person must sign in: their session is over, or the request needs a recent proof of identity. */
export type SignInReason = 'session_over' | 'proof_needed'

/**
 * Signs in without leaving the page; resolves to whether that worked. `orderedAt`: when a person made the request, in
 * ms as `performance.now()`; null: the page's own refresh.
 */
type SignInAgain = (request: { orderedAt: number | null; reason: SignInReason }) => Promise<boolean>
let signInAgain: SignInAgain | null = null

/** Makes requests that need a sign-in wait for `offer`. Returns a function that withdraws it. */
export function offerSignIn(offer: SignInAgain): () => void {
  signInAgain = offer
  return () => {
    if (signInAgain === offer) signInAgain = null
  }
}

export const isSignInOffered = (): boolean => signInAgain !== null

/** Runs a request. If it needs a sign-in, runs it once more afterwards. */
export async function withSignInRetry<T>(
  run: () => Promise<T>,
  { isOrdered }: { isOrdered: boolean },
): Promise<T> {
  const orderedAt = isOrdered ? performance.now() : null
  try {
    return await run()
  } catch (error) {
    const reason = reasonToSignIn(error)
    // The server refused before it did anything, so repeating is safe.
    if (!reason || !(await signInAgain?.({ orderedAt, reason }))) throw error
    return run()
  }
}

function reasonToSignIn(error: unknown): SignInReason | null {
  if (isSignedOut(error)) return 'session_over'
  return error instanceof ApiError && error.code === 'sign_in_again' ? 'proof_needed' : null
}

/** Like `api`, for requests that are part of signing in. */
export const apiOfSignIn = (path: string, options: ApiOptions = {}): Promise<unknown> =>
  request(path, options)

async function request(path: string, options: ApiOptions): Promise<unknown> {
  const response = await send(path, options)
  if (!response.ok) throw await apiError(response)
  return response.status === 204 ? undefined : readJson(response)
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

let personId: string | null = null

/**
 * Makes requests name the person the page was rendered for, so that the server refuses them once someone else has
 * signed in with this browser. Returns a function that ends this.
 */
export function requestAs(id: string): () => void {
  personId = id
  return () => {
    if (personId === id) personId = null
  }
}

/** Headers for each request: the person the page was rendered for, and whether the page sends it unattended. */
export const pageHeaders = (): Record<string, string> => ({
  ...(personId !== null && { [personHeader]: personId }),
  ...(isUnattended() && { [unattendedHeader]: '1' }),
})

async function send(path: string, options: ApiOptions): Promise<Response> {
  const correlationId = uuidv4()
  const headers = new Headers({
    accept: 'application/json',
    [requestIdHeader]: correlationId,
    ...pageHeaders(),
    ...options.headers,
  })
  if (options.isForAnybody) headers.delete(personHeader)
  if (options.body !== undefined) headers.set('content-type', 'application/json')
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  if (options.isRepeatOfLost) headers.set('idempotency-lost', 'repeat')
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
    // An abort by the caller is not a network failure: rethrow the caller's reason.
    if (options.signal?.aborted) throw cause
    throw new NetworkError('The server cannot be reached', { cause, correlationId })
  }
}

async function readJson(response: Response): Promise<unknown> {
  let text: string
  try {
    text = await response.text()
  } catch (cause) {
    const correlationId = response.headers.get(requestIdHeader) ?? undefined
    throw new NetworkError('The connection broke while reading', { cause, correlationId })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UnreadableReplyError(`Not JSON: ${response.status} ${response.url}`, { cause })
  }
}

export async function apiError(response: Response): Promise<ApiError> {
  // A proxy may answer HTML; then only the status is known.
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
    correlationId: textOf(from.correlation_id) ?? response.headers.get(requestIdHeader) ?? undefined,
    current: isRecord(from.current) ? from.current : {},
    // Our server sends seconds. A date, as from a proxy, is ignored.
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

const inputs = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'focus'] as const

/** Requests this long after the last input count as the page's own. */
const attendedMs = 60_000

let lastInput: number | null = null

/** Returns whether the page is unused. Requests of an unused page do not extend the session. */
function isUnattended(): boolean {
  if (typeof window === 'undefined') return false
  if (lastInput === null) {
    lastInput = Date.now() // Opening the page counts as input.
    const note = () => void (lastInput = Date.now())
    for (const input of inputs) window.addEventListener(input, note, { capture: true, passive: true })
  }
  return Date.now() - lastInput > attendedMs
}
