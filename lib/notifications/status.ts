import type { NotificationItem } from './schema'
import { meaningOf, type TransactionMeaning } from '../payments/state'

type Said = Pick<NotificationItem, 'status' | 'type' | 'kind' | 'worked_out' | 'quarantined' | 'accepted'>
type Meaning = Exclude<TransactionMeaning, 'other'>
type KindWord = 'beingWorkedOut' | `kinds.${NotificationItem['kind']}`
type Word = 'declined' | 'quarantined' | KindWord

/** What kind it is: of what nobody has read yet, that somebody will, as it may still be a payment. */
export const kindWord = ({ kind, worked_out: isWorkedOut }: Pick<Said, 'kind' | 'worked_out'>): KindWord =>
  isWorkedOut ? `kinds.${kind}` : 'beingWorkedOut'

/** What a notification says; of what only asks nothing: the status in it is that of a payment which is not made yet. */
export const saidStatus = ({ kind, status }: Pick<Said, 'kind' | 'status'>): string | null =>
  kind === 'verification' ? null : status

/** What a notification with evidence means; null where its status has no documented meaning, or it is no transaction. */
export function meaningWord({
  status,
  type,
  kind,
  quarantined,
}: Pick<Said, 'status' | 'type' | 'kind' | 'quarantined'>): Meaning | null {
  const meaning = meaningOf({ type, status })
  return kind !== 'transaction' || quarantined || meaning === 'other' ? null : meaning
}

/** Its status and what there is to say of that, as its badges do; with words of `notifications` and `paymentState`. */
export function statusWords(
  notification: Said,
  t: (word: Word) => string,
  states: (word: `meaning.${Meaning}`) => string,
): string[] {
  const { quarantined, accepted } = notification
  const meaning = meaningWord(notification)
  return [
    meaning === null ? (saidStatus(notification) ?? t(kindWord(notification))) : states(`meaning.${meaning}`),
    ...(accepted === false ? [t('declined')] : []),
    ...(quarantined ? [t('quarantined')] : []),
  ]
}
