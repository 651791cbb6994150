import 'server-only'
import { eq } from 'drizzle-orm'
import type { ChatKind, MailSecurity } from '../schema'
import type { Engine } from '../../db/engine'
import { alertSettings } from './tables'

/** What the secrets are sealed for: in another shop's row they do not open. */
export const mailPasswordContext = (shopId: string): string => `shop:${shopId}:alert_mail_password`
export const chatUrlContext = (shopId: string): string => `shop:${shopId}:alert_chat_url`

export type MailServer = {
  host: string
  port: number
  security: MailSecurity
  /** Empty: nobody signs in. */
  user: string
  password: string
  from: string
  recipients: string[]
}
export type Chat = { kind: ChatKind; url: string }

/** Where a shop's alerts go, its secrets in the clear; null what is off or not set up. Never logged or answered. */
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
