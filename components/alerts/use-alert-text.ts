'use client'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { isActivityAlert } from '@/lib/alerts/kinds'
import type { AlertItem, AlertAttempt } from '@/lib/alerts/schema'
import { installation } from '@/lib/core/client/keys'
import { useAlertTitle, useAlertValues } from './use-alert-title'

/**
 * Returns a function that words an alert of a shop, or of the `installation`: what happened, what to do, where to look.
 * `href` is null where the person may not look.
 */
export function useAlertText() {
  const t = useTranslations('alerts')
  const title = useAlertTitle()
  const values = useAlertValues()
  const mayReadActivity = useMay('activity.read')
  return (shop: string, alert: Pick<AlertItem, 'kind' | 'detail'>) => {
    const { kind } = alert
    return {
      title: title(shop, alert),
      what: t(`messages.what.${kind}`, values(shop, alert)),
      todo: t('messages.todo', { todo: t(`messages.todo_${kind}`) }),
      href: shop === installation ? installationHref(kind) : hrefOf(shop, alert, mayReadActivity),
    }
  }
}

function hrefOf(
  shop: string,
  { kind, detail }: Pick<AlertItem, 'kind' | 'detail'>,
  mayReadActivity: boolean,
): string | null {
  const base = `/shops/${shop}`
  if (isActivityAlert(kind)) {
    if (!mayReadActivity) return null
    const activity = `${base}/settings/activity`
    return kind !== 'new_owner' && detail.person_id
      ? `${activity}?person=${detail.person_id}`
      : `${activity}?kind=people`
  }
  if (kind === 'forwarding_disabled') return `${base}/settings/forwarding`
  if (kind === 'no_notifications') return `${base}/notifications`
  return detail.notification_id ? `${base}/notifications/${detail.notification_id}` : null
}

function installationHref(kind: AlertItem['kind']): string {
  if (kind === 'backup_overdue') return '/installation/backups'
  return `/installation/activity?kind=${kind === 'secrets_changed' ? 'installation' : 'access'}`
}

/** Returns a function that words the outcome of an attempt, with the other side's answer. */
export function useAttemptText(): (attempt: AlertAttempt) => string {
  const t = useTranslations('alerts')
  const outcomes = useTranslations('sending.outcomes')
  return ({ outcome, status, answer }) => {
    const text = outcomes(outcome)
    if (answer)
      return t('answered', { text, answer: startsWith(answer, status) ? answer : joined(status, answer) })
    return status === null ? text : t('answeredStatus', { text, status: String(status) })
  }
}

/** Returns whether the answer includes its status: a mail server's reply begins with its code. */
const startsWith = (answer: string, status: number | null) =>
  status === null || answer.startsWith(String(status))
const joined = (status: number | null, answer: string) => `${status} ${answer}`
