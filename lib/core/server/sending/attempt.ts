import 'server-only'
import type { MailOutcome } from '../../mail'
import { isCertificateRefused } from '../../../db/outgoing/guarded-request'
import { correlatedLog } from '../log/log'

/** The outcome of an attempt to send a mail, or a message to a chat. Never thrown. */
export type SentAttempt = {
  outcome: MailOutcome
  /** HTTP status or SMTP reply code. */
  status: number | null
  /** The other side's text, cut. */
  answer: string | null
  /** Size of the whole answer; null without an answer. */
  answer_bytes: number | null
  /** Recipients whom the server refused for now, such as until it knows the sender. Absent: none. */
  refusedForNow?: string[]
  /** Whether it refused others for good. Absent: none. */
  isRefusedForGood?: boolean
}

export const noAnswer = { answer: null, answer_bytes: null }

const maxAnswer = 300

export const answerOf = (text: string): Pick<SentAttempt, 'answer' | 'answer_bytes'> => ({
  answer: answerText(text),
  answer_bytes: Buffer.byteLength(text),
})

const answerText = (text: string): string | null =>
  text
    // oxlint-disable-next-line no-control-regex -- what a stranger's server sends is shown to people
    .replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ')
    .trim()
    .slice(0, maxAnswer) || null

const byCode: Readonly<Record<string, MailOutcome>> = {
  address_refused: 'address_refused',
  ENOTFOUND: 'name_unknown',
  EAI_AGAIN: 'name_unknown',
  ENODATA: 'name_unknown',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EPIPE: 'unreachable',
  ECONNECTION: 'unreachable',
  ESOCKET: 'unreachable',
  UND_ERR_SOCKET: 'unreachable',
  ETIMEDOUT: 'timeout',
  EABORT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ETLS: 'tls_failed',
  EPROTO: 'tls_failed',
  secret_unopened: 'secret_unopened',
  EAUTH: 'login_failed',
  ENOAUTH: 'login_failed',
}

/** Outcomes of a step before the mail. A reply's status belongs to that step, so it does not decide. */
const early: readonly MailOutcome[] = ['login_failed', 'tls_failed', 'certificate']

/** The steps of a mail that a server may refuse, by nodemailer's name for them. */
const byStep: Readonly<Record<string, MailOutcome>> = {
  'MAIL FROM': 'sender_refused',
  'RCPT TO': 'recipient_refused',
}

type Failure = {
  name?: string
  code?: string
  originalCode?: string
  command?: string
  response?: string
  responseCode?: number
}

/**
 * Converts an error to an attempt. Shows its text only if the other side wrote it. Logs an error that is not known to
 * come from the other side or the network: it may be ours.
 */
export function failedAttempt(error: unknown): SentAttempt {
  const { name, code, originalCode, command = '', response, responseCode } = error as Failure
  const status = typeof responseCode === 'number' ? responseCode : null
  const answer = typeof response === 'string' ? answerOf(response) : noAnswer
  if (name === 'TimeoutError') return { outcome: 'timeout', status, ...answer }
  const codes = [originalCode, code].filter((one) => typeof one === 'string')
  const known = tlsOutcome(codes) ?? codes.map((one) => byCode[one]).find(Boolean)
  if (known && early.includes(known)) return { outcome: known, status, ...answer }
  if (status === null) {
    if (!known && answer.answer === null) correlatedLog().warn({ err: error }, 'sending failed')
    return { outcome: known ?? 'failed', status, ...answer }
  }
  return { outcome: byStep[command] ?? 'rejected', status, ...answer }
}

/** Refusals that are about the settings of the mail server, which can be corrected, and not about the mail. */
const ofSettings: readonly MailOutcome[] = [...early, 'sender_refused']

/** Whether a mail need not be tried again: it was accepted, refused for good, or there is no mail server. */
export const isMailOver = ({ outcome, status }: Pick<SentAttempt, 'outcome' | 'status'>): boolean =>
  outcome === 'delivered' ||
  outcome === 'not_set_up' ||
  (status !== null && status >= 500 && !ofSettings.includes(outcome))

/** How often a mail that must arrive is tried again. The pauses double from two seconds (db/queues.ts): half a day. */
export const mailRetries = 14

function tlsOutcome(codes: string[]): MailOutcome | undefined {
  if (codes.some(isCertificateRefused)) return 'certificate'
  return codes.some((code) => /^ERR_(TLS|SSL)/.test(code)) ? 'tls_failed' : undefined
}
