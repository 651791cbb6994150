'use client'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import type { AlertItem } from '@/lib/alerts/schema'
import { alertValues } from '@/lib/alerts/values'
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
  // Without the time of the last event, which pages show beside the message in the viewer's zone.
  return (shop: string, { detail }: Alert) =>
    alertValues(detail, { scope: shop === installation ? 'installation' : 'shop', amountText })
}
