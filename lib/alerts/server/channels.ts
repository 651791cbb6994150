import 'server-only'
import { eq } from 'drizzle-orm'
import type { Engine } from '../../db/engine'
import type { Chat } from './chat'
import { alertSettings } from './tables'

/** Seal context: an address copied to another shop's row cannot be unsealed. */
export const chatUrlContext = (shopId: string): string => `shop:${shopId}:alert_chat_url`

/** Returns a shop's channels with the chat's address in plain text; null if off or not set up. Never log or return it. */
export async function channelsOf(
  { db, sealer }: Pick<Engine, 'db' | 'sealer'>,
  shopId: string,
): Promise<{ mail: { recipients: string[] } | null; chat: Chat | null }> {
  const [row] = await db.select().from(alertSettings).where(eq(alertSettings.shopId, shopId))
  if (!row) return { mail: null, chat: null }
  const { mailEnabled, mailRecipients: recipients, chatEnabled, chatKind: kind, chatUrlSealed } = row
  const url = chatUrlSealed && sealer.unseal(chatUrlSealed, chatUrlContext(shopId))
  return {
    mail: mailEnabled && recipients.length > 0 ? { recipients } : null,
    chat: chatEnabled && url ? { kind, url } : null,
  }
}
