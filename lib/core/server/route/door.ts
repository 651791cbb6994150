import 'server-only'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { ProblemCode } from '../../api/problem'
import { networkOf } from '../accounts/sign-in-limits'
import { payerTranslator } from '../../i18n/payer-messages'
import { languageAttributes } from '../../i18n/locales'
import { getTranslator } from '../../i18n/server'
import { currentLocale, runInRequestLocale } from '../../i18n/current'
import { noteFailedPage, visitPage } from '../pages/page-visit'
import { clientAddress } from './client-address'
import type { Config } from '../config/config'
import { AppError } from '../errors'
import { log } from '../log/log'
import { loggedPath } from '../log/logged-path'
import { problem } from './problem'
import { isPaymentWidget } from '../pages/proxy-request'
import { smallPage } from '../../lists/small-page'

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
  /** The key under which a client's requests are counted. */
  networkOf: (headers: IncomingHttpHeaders) => string
  note: (asked: RequestLine, message: string) => void
  /**
   * Passes the request for a page on. `answerInstead` returns what to answer in place of a page of this status, or null.
   */
  visitPage: (
    path: string,
    headers: IncomingHttpHeaders,
    pass: (answerInstead: (status: number) => Answer | null) => Promise<void>,
  ) => Promise<void>
  /** Value of `Strict-Transport-Security`; null without HTTPS. */
  transportSecurity: string | null
}

const codes = {
  400: 'bad_request',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'bad_request',
  413: 'too_large',
  429: 'too_many_requests',
  431: 'too_large',
  500: 'internal',
} as const satisfies Record<number, ProblemCode>

export const frontDoorHandlers = ({
  transportSecurity,
  sandbox,
}: Pick<Config, 'transportSecurity' | 'sandbox'>): FrontDoorHandlers => ({
  transportSecurity,
  networkOf: (headers) => networkOf(clientAddress(readable(headers))),
  note: (asked, message) => log().info(loggedRequest(asked), message),
  visitPage: (path, headers, pass) =>
    runInRequestLocale(readable(headers), () =>
      visitPage(loggedPath(path), async (visit) => {
        let hasFailed = false
        await pass((status) => {
          hasFailed ||= status === 500
          const isForPeople = headers.accept?.includes('text/html') ?? false
          if (status === 404 && isOfSandbox(path))
            return isForPeople ? noSuchPage(visit.signInAddress) : noSuchRecord
          if (status !== 500 || !visit.isStorageAway) return null
          return isForPeople ? storageAwayPage(isPaymentWidget(path)) : storageAway(isOfSandbox(path))
        })
        if (hasFailed && !visit.isFailureLogged) noteFailedPage(new Error('the page failed without an error'))
      }),
    ),
  refuse(asked, status, error) {
    const correlationId = randomUUID()
    const logger = log().child({ correlation_id: correlationId, ...loggedRequest(asked), status })
    if (status === 500) logger.error({ err: error }, 'request failed')
    else logger.info({ code: codeOf(error) }, 'request refused')
    const isSandbox = sandbox?.isAlone === true || isOfSandbox(asked.path)
    return problemAnswer(new AppError(codes[status]), { correlationId, isSandbox, status })
  },
})

const readable = (headers: IncomingHttpHeaders): Pick<Headers, 'get'> => ({
  get: (name) => headers[name]?.toString() ?? null,
})

const isOfSandbox = (path: string) => /^\/sandbox(\/|$)/.test(path)

/** The sandbox answers errors in the gateway's format. Without a `status` it is that of the error's code. */
function problemAnswer(
  error: AppError,
  { correlationId, isSandbox, status }: { correlationId: string; isSandbox: boolean; status?: number },
): Answer {
  const { body, headers } = problem(error, correlationId)
  const fullBody = { ...body, status: status ?? body.status }
  return {
    status: fullBody.status,
    headers: { ...headers, ...(isSandbox && { 'Content-Type': 'application/json' }) },
    body: JSON.stringify(isSandbox ? { message: fullBody.title } : fullBody),
  }
}

const noSuchRecord: Answer = {
  status: 404,
  headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
  body: JSON.stringify({ message: 'Not found' }),
}

/** In English, because an unknown address has no language. A page that is closed to strangers offers sign-in as well. */
function noSuchPage(signInAddress: string | null): Answer {
  const t = payerTranslator('en', 'sandbox.states')
  const session = getTranslator('session', 'en')
  return {
    status: 404,
    ...smallPage({
      title: t('notFound'),
      text: t('notFoundText'),
      note: signInAddress
        ? { text: session('payerPages'), link: session('payerPagesSignIn'), address: signInAddress }
        : undefined,
      language: { lang: 'en', dir: 'ltr' },
      mayBeFramed: true,
    }),
  }
}

const secondsUntilRetry = 5

const storageAway = (isSandbox: boolean): Answer =>
  problemAnswer(new AppError('storage_unavailable', { retryAfterSeconds: secondsUntilRetry }), {
    correlationId: randomUUID(),
    isSandbox,
  })

function storageAwayPage(mayBeFramed: boolean): Answer {
  const t = getTranslator('errors')
  const page = smallPage({
    title: t('storage'),
    text: t('storageText'),
    language: languageAttributes(currentLocale()),
    reloadsAfter: secondsUntilRetry,
    mayBeFramed,
  })
  return {
    status: 503,
    body: page.body,
    headers: { ...page.headers, 'Retry-After': String(secondsUntilRetry) },
  }
}

const loggedRequest = ({ method, path }: RequestLine) => ({
  method: method.slice(0, 20),
  path: loggedPath(path),
})

const codeOf = (error: unknown) => (error as { code?: unknown } | undefined)?.code
