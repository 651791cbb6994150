import 'server-only'
import type { AlertAttempt, AlertOutcome } from '../schema'

/** So much of what the other side says is kept and shown, in characters. */
const maxAnswer = 300

/** With the size of the whole answer; null where none came. */
export type SentAttempt = AlertAttempt & { answer_bytes: number | null }

/** What the other side said, in one line, and how long that was. */
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

const byCode: Readonly<Record<string, AlertOutcome>> = {
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
  EAUTH: 'login_failed',
  ENOAUTH: 'login_failed',
}

/** Why a certificate was not believed, by Node's codes. */
const isTls = (code: string): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)

export const noAnswer = { answer: null, answer_bytes: null }

/** What an error on the way to a channel means. Its text is shown only where the other side wrote it. */
export function failedAttempt(error: unknown): SentAttempt {
  const { name, code, originalCode, response, responseCode } = error as {
    name?: string
    code?: string
    originalCode?: string
    response?: string
    responseCode?: number
  }
  const status = typeof responseCode === 'number' ? responseCode : null
  const said = typeof response === 'string' ? answerOf(response) : noAnswer
  const codes = [originalCode, code].filter((one) => typeof one === 'string')
  const known = codes.some(isTls) ? 'tls_failed' : codes.map((one) => byCode[one]).find(Boolean)
  if (name === 'TimeoutError') return { outcome: 'timeout', status, ...said }
  // Of these the reply says less than we do: the server answered, and what was wrong came before the mail.
  if (known === 'login_failed' || known === 'tls_failed') return { outcome: known, status, ...said }
  return { outcome: status === null ? (known ?? 'failed') : 'rejected', status, ...said }
}
