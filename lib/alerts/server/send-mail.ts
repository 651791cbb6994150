import 'server-only'
import { isIP } from 'node:net'
import { guardedConnection, type GuardRules } from '../../db/guarded-request'
import { config } from '../../core/server/config'
import { answerOf, failedAttempt, type SentAttempt } from './attempt'
import type { MailServer } from './channels'

export type MailMessage = { subject: string; text: string }

type Rules = Pick<GuardRules, 'allowLoopback' | 'allowPrivate' | 'lookup'> & {
  timeLimitMs: number
  /** A certificate to believe beside the usual ones, as PEM: of a server in a test. */
  trusted?: string
}

/**
 * Sends a mail in plain text over SMTP. The connection goes through the guard (lib/db/guarded-request.ts); with
 * `starttls` and `tls` the server's certificate must be good for the name, and nothing is said before. Never rejects.
 */
export async function sendMail(
  { host, port, security, user, password, from, recipients }: MailServer,
  { subject, text }: MailMessage,
  { allowLoopback, allowPrivate, lookup, timeLimitMs, trusted }: Rules,
): Promise<SentAttempt> {
  const signal = AbortSignal.timeout(timeLimitMs)
  try {
    const rules = { allowLoopback, allowPrivate, timeLimitMs, lookup }
    const [{ createTransport }, connection] = await Promise.all([
      import('nodemailer'),
      guardedConnection(rules, { host, port }),
    ])
    // A server may close the moment it is reached, before anybody listens for that.
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
