'use client'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import type { AlertItem } from '@/lib/alerts/schema'
import { installation } from '@/lib/core/client/keys'

type Alert = Pick<AlertItem, 'kind' | 'detail'>

/** Returns a function that words what an alert of a shop, or of the `installation`, is about. */
export function useAlertTitle() {
  const t = useTranslations('alerts')
  const values = useAlertValues()
  return (shop: string, alert: Alert) => t(`messages.title.${alert.kind}`, values(shop, alert))
}

/** Returns a function for the values in an alert's messages. */
export function useAlertValues() {
  const { amountText } = useMoney()
  return (shop: string, { detail }: Alert) => {
    const amount = amountText({ amount: detail.amount ?? null, currency: detail.currency ?? null })
    return {
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
  }
}
