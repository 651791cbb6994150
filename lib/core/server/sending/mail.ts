import 'server-only'
import { isIP } from 'node:net'
import { eq } from 'drizzle-orm'
import { guardedConnection, type GuardRules, type Reach } from '../../../db/outgoing/guarded-request'
import type { MailEncryption } from '../../mail'
import { config } from '../config/config'
import type { Database } from '../../../db/database'
import type { Engine } from '../../../db/engine'
import { isUnopened } from '../../../db/sealing'
import type { MailConfig } from '../config/mail'
import { mailReachOf } from './outgoing'
import { mailServer } from '../tables/installation'
import { answerOf, failedAttempt, type SentAttempt, noAnswer } from './attempt'

/** A server with its secrets in plain text. Never log or return it. */
type MailServer = {
  host: string
  port: number
  encryption: MailEncryption
  user: string
  password: string
  sender: { name: string; address: string }
  /** Where it may be. */
  reach: Reach
}

/** `html` holds no remote content and says the same as `text`. */
export type MailMessage = { subject: string; text: string; html?: string }

/** Time limit of one sending in ms. */
const mailTimeLimitMs = 20_000

type MailRules = Pick<GuardRules, 'lookup'> & {
  timeLimitMs?: number
  /** A PEM certificate to trust as well, for tests. */
  trusted?: string
}

/**
 * Sends a mail over SMTP through the guard (lib/db/outgoing/guarded-request.ts). With `starttls` and `tls`, the
 * certificate must be valid for the host name before anything is sent. Never rejects.
 */
export async function sendMail(
  { host, port, encryption, user, password, sender, reach }: MailServer,
  recipients: string[],
  message: MailMessage,
  { trusted, lookup, timeLimitMs = mailTimeLimitMs }: MailRules = {},
): Promise<SentAttempt> {
  const signal = AbortSignal.timeout(timeLimitMs)
  try {
    const rules = { ...reach, timeLimitMs, ...(lookup && { lookup }) }
    const [{ createTransport }, connection] = await Promise.all([
      import('nodemailer'),
      guardedConnection(rules, { host, port, isEncrypted: encryption !== 'none' }),
    ])
    const transport = createTransport({
      connection,
      host,
      port,
      name: new URL(config.get().appUrl).hostname,
      secure: encryption === 'tls',
      requireTLS: encryption === 'starttls',
      ignoreTLS: encryption === 'none',
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
      // As objects: a text would be read as a list of addresses.
      const to = recipients.map((address) => ({ name: '', address }))
      const sent = await transport.sendMail({ from: sender, to, ...message, headers, signal })
      const status = Number.parseInt(sent.response, 10) || null
      const outcome = sent.rejected.length > 0 ? 'partly' : 'delivered'
      const refusedForNow = (sent.rejectedErrors ?? []).flatMap(({ recipient, responseCode = 500 }) =>
        recipient !== undefined && responseCode < 500 ? [recipient] : [],
      )
      return {
        outcome,
        status,
        ...answerOf(sent.response),
        ...(refusedForNow.length > 0 && { refusedForNow }),
        ...(sent.rejected.length > refusedForNow.length && { isRefusedForGood: true }),
      }
    } finally {
      transport.close()
      connection.destroy()
    }
  } catch (error) {
    return failedAttempt(error)
  }
}

type Letter = {
  subject: string
  paragraphs: string[]
  /** Stands after the first paragraph. */
  link: { url: string; label: string }
}

/** A mail with a link to a person, as text and as HTML that loads nothing and follows the reader's own fonts and colours. */
export function letter({ subject, paragraphs: [first = '', ...rest], link }: Letter): MailMessage {
  const linked = `<a href="${escaped(link.url)}">${escaped(link.label)}</a>`
  const inHtml = [escaped(first), linked, escaped(link.url), ...rest.map(escaped)]
  return {
    subject,
    text: [first, link.url, ...rest].join('\n\n'),
    html: `<!doctype html><meta charset="utf-8"><title>${escaped(subject)}</title>${inHtml.map((part) => `<p>${part}</p>`).join('')}`,
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

type Storage = Pick<Engine, 'db' | 'sealer'>

/** A seal context: the password opens nowhere else. */
export const mailPasswordContext = 'installation:mail_password'

type Row = typeof mailServer.$inferSelect
type SetUp = { sender: MailServer['sender'] } & (
  { isGiven: true; server: NonNullable<MailConfig['server']> } | { isGiven: false; server: Row }
)

/** The server that mails go through, of the environment or of the installation settings; null if none is set up. */
async function setUp(db: Database): Promise<SetUp | null> {
  const { server: given, senderName, senderAddress } = config.get().mail
  const [row] = await db.select().from(mailServer).where(eq(mailServer.id, 1))
  const sender = {
    name: senderName ?? row?.senderName ?? '',
    address: senderAddress ?? row?.senderAddress ?? '',
  }
  if (sender.address === '') return null
  if (given) return { isGiven: true, server: given, sender }
  return row && row.host !== '' ? { isGiven: false, server: row, sender } : null
}

export const isMailSetUp = async (db: Database): Promise<boolean> => (await setUp(db)) !== null

async function mailServerOf({ db, sealer }: Storage): Promise<MailServer | null> {
  const found = await setUp(db)
  if (!found) return null
  const { isGiven, sender } = found
  const reach = await mailReachOf(db, { isGiven })
  if (found.isGiven) return { ...found.server, sender, reach }
  const { host, port, encryption, user, passwordSealed } = found.server
  const password = passwordSealed ? sealer.unseal(passwordSealed, mailPasswordContext) : ''
  return { host, port, encryption, user, password, sender, reach }
}

/** Sends a mail through the installation's server. Never rejects because of the server or a lost password. */
export async function mailTo(
  storage: Storage,
  recipients: string[],
  message: MailMessage,
): Promise<SentAttempt> {
  let server: MailServer | null
  try {
    server = await mailServerOf(storage)
  } catch (error) {
    if (isUnopened(error)) return failedAttempt(error)
    throw error
  }
  if (!server) return { outcome: 'not_set_up', status: null, ...noAnswer }
  return sendMail(server, recipients, message)
}
