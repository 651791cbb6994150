import 'server-only'
import type { ChatKind } from '../schema'
import { guardedRequest, type GuardRules } from '../../db/guarded-request'
import { answerOf, failedAttempt, type SentAttempt } from './attempt'
import type { Chat } from './channels'

/** Discord takes so many characters at most; nobody takes fewer. */
const maxText = 2000

type Rules = Pick<GuardRules, 'allowLoopback' | 'allowPrivate' | 'lookup' | 'timeLimitMs'>

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
 * The JSON that each of them documents for incoming webhooks. No text of ours mentions anybody: Slack's and Mattermost's
 * control characters are written out, Discord is told so, and a card of Teams knows no such thing.
 */
function chatBody(kind: ChatKind, text: string): Record<string, unknown> {
  if (kind === 'discord') return { content: text, allowed_mentions: { parse: [] } }
  if (kind === 'teams') return teamsCard(text)
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return { text: escaped }
}

/** What Teams' workflows take (“when a webhook request is received”); its older connectors are gone. */
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
