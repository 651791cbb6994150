import 'server-only'
import { isIP } from 'node:net'
import { eq } from 'drizzle-orm'
import { config } from '../../core/server/config'
import type { Engine } from '../../db/engine'
import { guardedRequest, type GuardRules, guardedConnection, type Reach } from '../../db/guarded-request'
import type { ChatKind, MailSecurity, AlertAttempt, AlertOutcome } from '../schema'
import { alertSettings } from './tables'

/** Seal contexts: a secret copied to another shop's row cannot be unsealed. */
export const mailPasswordContext = (shopId: string): string => `shop:${shopId}:alert_mail_password`
export const chatUrlContext = (shopId: string): string => `shop:${shopId}:alert_chat_url`

type MailServer = {
  host: string
  port: number
  security: MailSecurity
  user: string
  password: string
  from: string
  recipients: string[]
}
type Chat = { kind: ChatKind; url: string }

/** Returns a shop's channels with secrets in plain text; null if off or not set up. Never log or return them. */
export async function channelsOf(
  { db, sealer }: Pick<Engine, 'db' | 'sealer'>,
  shopId: string,
): Promise<{ mail: MailServer | null; chat: Chat | null }> {
  const [row] = await db.select().from(alertSettings).where(eq(alertSettings.shopId, shopId))
  if (!row) return { mail: null, chat: null }
  const { mailPasswordSealed, chatUrlSealed } = row
  const mail = {
    host: row.mailHost,
    port: row.mailPort,
    security: row.mailSecurity,
    user: row.mailUser,
    password: mailPasswordSealed ? sealer.unseal(mailPasswordSealed, mailPasswordContext(shopId)) : '',
    from: row.mailFrom,
    recipients: row.mailRecipients,
  }
  const url = chatUrlSealed && sealer.unseal(chatUrlSealed, chatUrlContext(shopId))
  return {
    mail: row.mailEnabled && mail.recipients.length > 0 ? mail : null,
    chat: row.chatEnabled && url ? { kind: row.chatKind, url } : null,
  }
}

const maxText = 2000

type Rules = Reach & Pick<GuardRules, 'lookup' | 'timeLimitMs'>

/** Posts a text to a chat's incoming webhook. Never rejects. */
export async function sendChat({ kind, url }: Chat, text: string, rules: Rules): Promise<SentAttempt> {
  try {
    const send = guardedRequest({ ...rules, maxReplyBytes: 64 * 1024 })
    const body = Buffer.from(JSON.stringify(chatBody(kind, text.slice(0, maxText))))
    const headers = { 'Content-Type': 'application/json' }
    const { statusCode, body: reply } = await send(url, { method: 'POST', headers, body })
    const answer = answerOf(await reply.text())
    const isTaken = statusCode >= 200 && statusCode < 300
    return { outcome: isTaken ? 'delivered' : 'rejected', status: statusCode, ...answer }
  } catch (error) {
    return failedAttempt(error)
  }
}

/**
 * The JSON documented for incoming webhooks. Prevents mentions: control characters of Slack and Mattermost are escaped,
 * Discord has a setting, and a Teams card has no mentions.
 */
function chatBody(kind: ChatKind, text: string): Record<string, unknown> {
  if (kind === 'discord') return { content: text, allowed_mentions: { parse: [] } }
  if (kind === 'teams') return teamsCard(text)
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return { text: escaped }
}

/** The format of Teams workflows ("when a webhook request is received"). The older connectors no longer exist. */
const teamsCard = (text: string) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.4',
        body: text.split('\n\n').map((part) => ({ type: 'TextBlock', text: part, wrap: true })),
      },
    },
  ],
})

export type MailMessage = { subject: string; text: string }

type MailRules = Reach &
  Pick<GuardRules, 'lookup'> & {
    timeLimitMs: number
    /** A PEM certificate to trust as well, for tests. */
    trusted?: string
  }

/**
 * Sends a plain-text mail over SMTP through the guard (lib/db/guarded-request.ts). With `starttls` and `tls`, the
 * certificate must be valid for the host name before anything is sent. Never rejects.
 */
export async function sendMail(
  { host, port, security, user, password, from, recipients }: MailServer,
  { subject, text }: MailMessage,
  { trusted, ...rules }: MailRules,
): Promise<SentAttempt> {
  const { timeLimitMs } = rules
  const signal = AbortSignal.timeout(timeLimitMs)
  try {
    const [{ createTransport }, connection] = await Promise.all([
      import('nodemailer'),
      guardedConnection(rules, { host, port }),
    ])
    // A server may close the connection before nodemailer listens for errors.
    connection.on('error', () => undefined)
    const transport = createTransport({
      connection,
      host,
      port,
      name: new URL(config.get().appUrl).hostname,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      tls: {
        minVersion: 'TLSv1.2',
        ...(isIP(host) === 0 && { servername: host }),
        ...(trusted && { ca: trusted }),
      },
      ...(user !== '' && { auth: { user, pass: password } }),
      greetingTimeout: timeLimitMs,
      socketTimeout: timeLimitMs,
      maxResponseSize: 64 * 1024,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    try {
      const headers = { 'Auto-Submitted': 'auto-generated' }
      const sent = await transport.sendMail({ from, to: recipients, subject, text, headers, signal })
      const status = Number.parseInt(sent.response, 10) || null
      const outcome = sent.rejected.length > 0 ? 'partly' : 'delivered'
      return { outcome, status, ...answerOf(sent.response) }
    } finally {
      transport.close()
      connection.destroy()
    }
  } catch (error) {
    return failedAttempt(error)
  }
}

const maxAnswer = 300

/** With the size of the whole answer in bytes; null without an answer. */
export type SentAttempt = AlertAttempt & { answer_bytes: number | null }

const answerOf = (text: string): Pick<SentAttempt, 'answer' | 'answer_bytes'> => ({
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

const isTls = (code: string): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)

export const noAnswer = { answer: null, answer_bytes: null }

/** Converts an error to an attempt. Shows its text only if the other side wrote it. */
function failedAttempt(error: unknown): SentAttempt {
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
  // The reply's status belongs to an earlier step, so it does not decide the outcome.
  if (known === 'login_failed' || known === 'tls_failed') return { outcome: known, status, ...said }
  return { outcome: status === null ? (known ?? 'failed') : 'rejected', status, ...said }
}
