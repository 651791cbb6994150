import 'server-only'
import { eq } from 'drizzle-orm'
import { alertSettings } from '../alerts/server/tables'
import type { MailConfig } from '../core/server/config-mail'
import { mailServer } from '../core/server/tables/installation'
import type { Database } from '../db/database'

/** Returns one line for each setting of mail that comes before a saved one, and for what keeps mails from being sent. */
export async function mailLines(db: Database, { server, senderAddress }: MailConfig): Promise<string[]> {
  const [saved] = await db.select().from(mailServer).where(eq(mailServer.id, 1))
  const lines: string[] = []
  if (server && saved?.host && saved.host !== server.host)
    lines.push(`SMTP_HOST: applied; ${saved.host} of the installation settings is not used`)
  if (senderAddress && saved?.senderAddress && saved.senderAddress !== senderAddress)
    lines.push(`SMTP_FROM: applied; ${saved.senderAddress} of the installation settings is not used`)
  if (server && !senderAddress && !saved?.senderAddress)
    lines.push(
      'SMTP_FROM: is missing; no mail is sent until a sender is set, here or in the installation settings',
    )
  if (!server && !saved?.host) lines.push(...(await unsentAlerts(db)))
  return lines
}

/** Earlier versions had a mail server for each shop. */
async function unsentAlerts(db: Database): Promise<string[]> {
  const rows = await db
    .select({ shop: alertSettings.shopId })
    .from(alertSettings)
    .where(eq(alertSettings.mailEnabled, true))
    .orderBy(alertSettings.shopId)
  return rows.map(
    ({ shop }) =>
      `SMTP_HOST: is not set; alerts of ${shop} wait for up to a day for a mail server, set here or in the installation settings`,
  )
}
