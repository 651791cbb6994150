import 'server-only'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { users } from '../../core/server/tables/users'
import type { Database } from '../../db/database'
import type { Engine } from '../../db/engine'
import { answerOf, failedAttempt, type SentAttempt } from '../../core/server/sending/attempt'
import { beginningOf, guardedRequest, type GuardRules, type Reach } from '../../db/outgoing/guarded-request'
import type { ChatKind } from '../schema'
import { alertSettings } from './tables'

/** Seal context: an address copied to another shop's row cannot be unsealed. */
export const chatUrlContext = (shopId: string): string => `shop:${shopId}:alert_chat_url`

type Channels = {
  mail: { recipients: string[] } | null
  /** `url` unseals the address, which is a secret. Throws if no key opens it. */
  chat: { kind: Chat['kind']; url: () => string } | null
}

/**
 * Returns a shop's channels. A channel is null if it is off or not set up. Alerts of the installation (`shopId` null) are
 * mailed to all enabled administrators.
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

/** The address is a secret: anyone who has it can write to the chat. */
type Chat = { kind: ChatKind; url: string }

const maxText = 2000

type Rules = Reach & Pick<GuardRules, 'lookup' | 'timeLimitMs'>

/** Posts a text, cut to `maxText` characters, to a chat's incoming webhook. Never rejects. */
export async function sendChat({ kind, url }: Chat, text: string, rules: Rules): Promise<SentAttempt> {
  try {
    const send = guardedRequest({ ...rules, maxReplyBytes: 64 * 1024 })
    const body = Buffer.from(JSON.stringify(chatBody(kind, text.slice(0, maxText).toWellFormed())))
    const headers = { 'Content-Type': 'application/json' }
    const { statusCode, body: reply } = await send(url, { method: 'POST', headers, body })
    const answer = answerOf((await beginningOf(reply)).toString('utf8'))
    const isTaken = statusCode >= 200 && statusCode < 300
    return { outcome: isTaken ? 'delivered' : 'rejected', status: statusCode, ...answer }
  } catch (error) {
    return failedAttempt(error)
  }
}

/**
 * Returns the JSON that each service documents for its incoming webhooks. Prevents mentions: Slack and Mattermost get
 * their control characters escaped, Discord has a setting, and a Teams card has no mentions.
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
