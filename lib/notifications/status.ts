import { meaningOf, type TransactionMeaning } from '../payments/state'
import type { NotificationItem } from './schema'

type Statused = Pick<NotificationItem, 'status' | 'type' | 'kind' | 'worked_out' | 'quarantined' | 'accepted'>
type Meaning = Exclude<TransactionMeaning, 'other'>
type KindWord = 'unprocessed' | NotificationItem['kind']
type Word = 'declined' | 'quarantined' | `kinds.${KindWord}`

/**
 * Returns the word for its kind, in `notifications.kinds`. Until it is processed it has a separate word, because it may
 * be a payment.
 */
export const kindWord = ({
  kind,
  worked_out: isWorkedOut,
}: Pick<Statused, 'kind' | 'worked_out'>): KindWord => (isWorkedOut ? kind : 'unprocessed')

/** Returns the status that it reports. Null for a verification request, whose payment is not made yet. */
export const shownStatus = ({ kind, status }: Pick<Statused, 'kind' | 'status'>): string | null =>
  kind === 'verification' ? null : status

/**
 * Returns the meaning of a notification with evidence; null if its status is undocumented, or it is neither a
 * transaction nor a checkout that expired.
 */
export function meaningKey({
  status,
  type,
  kind,
  quarantined,
}: Pick<Statused, 'status' | 'type' | 'kind' | 'quarantined'>): Meaning | null {
  if (kind === 'expired_checkout' && !quarantined) return 'expired'
  const meaning = meaningOf({ type, status })
  return kind !== 'transaction' || quarantined || meaning === 'other' ? null : meaning
}

/**
 * Returns its status and the remarks on it, as its badges show them. `t`: `notifications`, `states`: `paymentState`.
 */
export function statusWords(
  notification: Statused,
  t: (word: Word) => string,
  states: (word: `meaning.${Meaning}`) => string,
): string[] {
  const { quarantined, accepted } = notification
  const meaning = meaningKey(notification)
  return [
    meaning === null
      ? (shownStatus(notification) ?? t(`kinds.${kindWord(notification)}`))
      : states(`meaning.${meaning}`),
    ...(accepted === false ? [t('declined')] : []),
    ...(quarantined ? [t('quarantined')] : []),
  ]
}
