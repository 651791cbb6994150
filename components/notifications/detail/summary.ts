import type { NotificationDetail } from '@/lib/notifications/schema'
import { cardText } from '@/lib/core/format/card'
import { truncate } from '@/lib/core/format/shortened'
import { visibleText } from '@/components/ui/text/visible-text'
import { knownTypes } from '../list/known'

/** Statuses with a documented meaning (docs/gateway.md#values). Others are shown as the gateway writes them. */
const statuses = [
  'successful',
  'failed',
  'incomplete',
  'pending',
  'processing',
  'expired',
  'error',
  'deleted',
  'completed',
] as const

/**
 * Cuts gateway text to fit a sentence, and escapes what is hidden in it. The full text is among the facts or in the
 * payload.
 */
const cut = (text: string | null): string => visibleText(truncate(text ?? '', 120))

/** Types that, if successful, moved money to the merchant: “paid by” the card. */
const paid = new Set(['payment', 'capture'])

type Summarised = Pick<
  NotificationDetail,
  | 'kind'
  | 'worked_out'
  | 'status'
  | 'type'
  | 'message'
  | 'card_brand'
  | 'card_last_4'
  | 'test'
  | 'quarantined'
  | 'description'
  | 'unreadable_reason'
  | 'answer'
>

/** A message key under `notifications.summary`, with its values. */
interface Sentence {
  key:
    | 'claim'
    | 'transaction'
    | 'asked'
    | 'noAnswer'
    | 'accepted'
    | 'declined'
    | 'expired'
    | 'paidBy'
    | 'card'
    | 'says'
    | 'test'
    | 'unprocessed'
    | 'unknown'
    | 'notUtf8'
    | 'notJson'
  values?: Record<string, string>
}

const known = <Choice extends string>(choices: readonly Choice[], said: string | null) =>
  choices.find((choice) => choice === said) ?? 'other'

/**
 * Returns the sentences that describe a notification. `amount` is already formatted. A quarantined notification starts
 * with a warning that it is only a claim.
 */
export function summaryOf(notification: Summarised, amount: string | null): Sentence[] {
  const isClaim = notification.quarantined && (isReadable(notification) || notification.answer !== null)
  return [...(isClaim ? [{ key: 'claim' } as const] : []), ...answeredSentencesOf(notification, amount)]
}

const isReadable = ({ kind }: Summarised) => kind !== 'unreadable' && kind !== 'unknown'

/** A verification request has another kind if its transaction cannot be read, but it was answered all the same. */
function answeredSentencesOf(notification: Summarised, amount: string | null): Sentence[] {
  const sentences = sentencesOf(notification, amount)
  if (notification.kind === 'verification' || notification.answer === null) return sentences
  return [{ key: 'asked', values: nounOf(notification, null) }, ...sentences, answered(notification)]
}

function sentencesOf(notification: Summarised, amount: string | null): Sentence[] {
  const { kind, worked_out: isWorkedOut, description, unreadable_reason: reason, test } = notification
  const tested: Sentence[] = test === true ? [{ key: 'test' }] : []
  switch (kind) {
    case 'unreadable':
      return [{ key: reason === 'not_utf8' ? 'notUtf8' : 'notJson' }]
    case 'unknown':
      return [{ key: isWorkedOut ? 'unknown' : 'unprocessed' }]
    case 'expired_checkout':
      return [{ key: 'expired', values: { ...sumOf(amount), ...namedOf(description) } }, ...tested]
    case 'verification':
      return [
        { key: 'asked', values: nounOf(notification, amount) },
        ...cardOf(notification),
        answered(notification),
        ...tested,
      ]
    case 'transaction':
      return [
        transaction(notification, amount),
        ...cardOf(notification),
        ...gatewayMessage(notification),
        ...tested,
      ]
  }
}

const sumOf = (amount: string | null) => ({ hasAmount: amount === null ? 'no' : 'yes', amount: amount ?? '' })

const namedOf = (description: string | null) => ({
  hasDescription: description === null ? 'no' : 'yes',
  description: cut(description),
})

const nounOf = ({ type }: Summarised, amount: string | null) => ({
  type: known(knownTypes, type),
  typeText: cut(type),
  hasType: type === null ? 'no' : 'yes',
  // A tokenization takes no money.
  ...sumOf(type === 'tokenization' ? null : amount),
})

const transaction = (notification: Summarised, amount: string | null): Sentence => ({
  key: 'transaction',
  values: {
    ...nounOf(notification, amount),
    status: notification.status === null ? 'none' : known(statuses, notification.status),
    statusText: cut(notification.status),
  },
})

function cardOf({ card_brand: brand, card_last_4: last4, type, status, kind }: Summarised): Sentence[] {
  if (last4 === null) return []
  const isPaid = kind === 'transaction' && status === 'successful' && paid.has(type ?? '')
  return [{ key: isPaid ? 'paidBy' : 'card', values: { card: visibleText(cardText(brand, last4)) } }]
}

/** Returns the gateway's message, except on success, where it adds nothing. */
const gatewayMessage = ({ message, status }: Summarised): Sentence[] =>
  message === null || status === 'successful' ? [] : [{ key: 'says', values: { message: cut(message) } }]

function answered({ answer }: Summarised): Sentence {
  if (answer === null) return { key: 'noAnswer' }
  return { key: answer.code === 0 ? 'accepted' : 'declined', values: { reason: answer.reason } }
}
