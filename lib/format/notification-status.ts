import type { NotificationItem } from '../contracts/notification'

type Said = Pick<NotificationItem, 'status' | 'kind' | 'quarantined' | 'accepted'>
type Word = 'declined' | 'quarantined' | `kinds.${NotificationItem['kind']}`

/** What a notification says; of what only asks nothing: the status in it is that of a payment which is not made yet. */
export const saidStatus = ({ kind, status }: Pick<Said, 'kind' | 'status'>): string | null =>
  kind === 'verification' ? null : status

/** Its status and what there is to say of that, as its badges do; `t`: words of `notifications`. */
export function statusWords(notification: Said, t: (word: Word) => string): string[] {
  const { kind, quarantined, accepted } = notification
  return [
    saidStatus(notification) ?? t(`kinds.${kind}`),
    ...(accepted === false ? [t('declined')] : []),
    ...(quarantined ? [t('quarantined')] : []),
  ]
}
