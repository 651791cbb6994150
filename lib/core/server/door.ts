import 'server-only'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { ProblemCode } from '../problem'
import { networkOf } from './accounts/sign-in-limits'
import { clientAddress } from './route/client-address'
import type { Config } from './config'
import { AppError } from './errors'
import { log } from './log'
import { problem } from './route/problem'

export type Answer = { status: number; headers: Record<string, string>; body: string }

/**
 * Method and path of a request; both are empty if it was not valid HTTP. `path` has no query, which may hold secrets.
 */
type RequestLine = { method: string; path: string }

type RefusedStatus = keyof typeof codes

/** What the front door (lib/door/front-door.mjs, which is not bundled) uses to answer and log. */
export type FrontDoorHandlers = {
  /** Answers a request that the application cannot answer, and logs one line. */
  refuse: (asked: RequestLine, status: RefusedStatus, error?: unknown) => Answer
  /** What a client's requests are counted under. */
  networkOf: (headers: IncomingHttpHeaders) => string
  note: (asked: RequestLine, message: string) => void
  /** Value of `Strict-Transport-Security`; null without HTTPS. */
  transportSecurity: string | null
}

const codes = {
  400: 'bad_request',
  405: 'method_not_allowed',
  408: 'bad_request',
  413: 'too_large',
  429: 'too_many_attempts',
  431: 'too_large',
  500: 'internal',
} as const satisfies Record<number, ProblemCode>

export const frontDoorHandlers = ({
  transportSecurity,
  sandbox,
}: Pick<Config, 'transportSecurity' | 'sandbox'>): FrontDoorHandlers => ({
  transportSecurity,
  networkOf: (headers) => networkOf(clientAddress({ get: (name) => headers[name]?.toString() ?? null })),
  note: (asked, message) => log().info(loggedRequest(asked), message),
  refuse(asked, status, error) {
    const correlationId = randomUUID()
    const logger = log().child({ correlation_id: correlationId, ...loggedRequest(asked), status })
    if (status === 500) logger.error({ err: error }, 'request failed')
    else logger.info({ code: codeOf(error) }, 'request refused')
    const { body, headers } = problem(new AppError(codes[status]), correlationId)
    // The sandbox answers errors in the gateway's format.
    const isSandbox = sandbox?.alone === true || /^\/sandbox(\/|$)/.test(asked.path)
    return {
      status,
      headers: { ...headers, ...(isSandbox && { 'Content-Type': 'application/json' }) },
      body: JSON.stringify(isSandbox ? { message: body.title } : { ...body, status }),
    }
  },
})

/** The path of the gateway's notifications is a secret. */
const loggedRequest = ({ method, path }: RequestLine) => ({
  method: method.slice(0, 20),
  path: decoded(path)
    .replace(/^(\/+(?:api\/hooks|invitations)\/+)[^/]+/i, '$1…')
    .slice(0, 200),
})

/** A misspelt path may be encoded, and hold the secret all the same. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const codeOf = (error: unknown) => (error as { code?: unknown } | undefined)?.code
