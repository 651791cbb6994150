'use client'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { isActivityAlert } from '@/lib/alerts/kinds'
import type { AlertItem } from '@/lib/alerts/schema'
import { installation } from '@/lib/core/client/keys'

/** Returns a function that words an alert of a shop, or of the `installation`: what happened, what to do, where to look. */
export function useAlertText() {
  const t = useTranslations('alerts')
  const { amountText } = useMoney()
  return (shop: string, { kind, detail }: Pick<AlertItem, 'kind' | 'detail'>) => {
    const amount = amountText({ amount: detail.amount ?? null, currency: detail.currency ?? null })
    const values = {
      tries: detail.tries ?? 0,
      minutes: detail.minutes ?? 0,
      hours: detail.hours ?? 0,
      count: detail.count ?? 0,
      scope: shop === installation ? 'installation' : 'shop',
      endpoint: detail.endpoint ?? '',
      // The page shows the time beside it, in the viewer's zone.
      last: '',
      hasLast: 'no',
      amount: amount ?? '',
      hasAmount: amount === null ? 'no' : 'yes',
      difference: detail.difference ?? 'other',
      asked:
        amountText({ amount: detail.asked_amount ?? null, currency: detail.asked_currency ?? null }) ?? '',
    }
    return {
      title: t(`messages.title.${kind}`, values),
      what: t(`messages.what.${kind}`, values),
      todo: t('messages.todo', { todo: t(`messages.todo_${kind}`) }),
      href: shop === installation ? installationHref(kind) : hrefOf(shop, { kind, detail }),
    }
  }
}

function hrefOf(shop: string, { kind, detail }: Pick<AlertItem, 'kind' | 'detail'>): string | null {
  const base = `/shops/${shop}`
  if (isActivityAlert(kind)) {
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
