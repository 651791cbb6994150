import type { NotificationItem } from '../contracts/notification'

type Said = Pick<NotificationItem, 'status' | 'kind' | 'worked_out' | 'quarantined' | 'accepted'>
type KindWord = 'beingWorkedOut' | `kinds.${NotificationItem['kind']}`
type Word = 'declined' | 'quarantined' | KindWord

/** What kind it is: of what nobody has read yet, that somebody will, as it may still be a payment. */
export const kindWord = ({ kind, worked_out: isWorkedOut }: Pick<Said, 'kind' | 'worked_out'>): KindWord =>
  isWorkedOut ? `kinds.${kind}` : 'beingWorkedOut'

/** What a notification says; of what only asks nothing: the status in it is that of a payment which is not made yet. */
export const saidStatus = ({ kind, status }: Pick<Said, 'kind' | 'status'>): string | null =>
  kind === 'verification' ? null : status

/** Its status and what there is to say of that, as its badges do; `t`: words of `notifications`. */
export function statusWords(notification: Said, t: (word: Word) => string): string[] {
  const { quarantined, accepted } = notification
  return [
    saidStatus(notification) ?? t(kindWord(notification)),
    ...(accepted === false ? [t('declined')] : []),
    ...(quarantined ? [t('quarantined')] : []),
  ]
}
