import 'server-only'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import type { Chat } from './chat'
import { alertSettings } from './tables'

/** Seal context: an address copied to another shop's row cannot be unsealed. */
export const chatUrlContext = (shopId: string): string => `shop:${shopId}:alert_chat_url`

type Channels = {
  mail: { recipients: string[] } | null
  /** `url` opens the address, which is a secret. It throws if no key opens it. */
  chat: { kind: Chat['kind']; url: () => string } | null
}

/**
 * Returns a shop's channels; null if off or not set up. Alerts of the installation (`shopId` null) go to its
 * administrators.
 */
export async function channelsOf(
  { db, sealer }: Pick<Engine, 'db' | 'sealer'>,
  shopId: string | null,
): Promise<Channels> {
  if (shopId === null) return { mail: await administrators(db), chat: null }
  const [row] = await db.select().from(alertSettings).where(eq(alertSettings.shopId, shopId))
  if (!row) return { mail: null, chat: null }
  const { mailEnabled, mailRecipients: recipients, chatEnabled, chatKind: kind, chatUrlSealed } = row
  return {
    mail: mailEnabled && recipients.length > 0 ? { recipients } : null,
    chat:
      chatEnabled && chatUrlSealed
        ? { kind, url: () => sealer.unseal(chatUrlSealed, chatUrlContext(shopId)) }
        : null,
  }
}

async function administrators(db: Database): Promise<Channels['mail']> {
  const found = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.isAdministrator, true), isNull(users.disabledAt)))
    .orderBy(asc(users.email))
  return found.length > 0 ? { recipients: found.map(({ email }) => email) } : null
}
