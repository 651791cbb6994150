'use client'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import type { AlertItem } from '@/lib/alerts/schema'

/** Returns a function that words an alert: what happened, details, what to do and where to look. */
export function useAlertText() {
  const t = useTranslations('alerts')
  const { amountText } = useMoney()
  return ({ kind, detail }: Pick<AlertItem, 'kind' | 'detail'>) => {
    const amount = amountText({ amount: detail.amount ?? null, currency: detail.currency ?? null })
    const values = {
      tries: detail.tries ?? 0,
      minutes: detail.minutes ?? 0,
      hours: detail.hours ?? 0,
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
      href: (shop: string) => hrefOf(shop, { kind, detail }),
    }
  }
}

function hrefOf(shop: string, { kind, detail }: Pick<AlertItem, 'kind' | 'detail'>): string | null {
  const base = `/shops/${shop}`
  if (kind === 'forwarding_disabled') return `${base}/settings/forwarding`
  if (kind === 'no_notifications') return `${base}/notifications`
  return detail.notification_id ? `${base}/notifications/${detail.notification_id}` : null
}
