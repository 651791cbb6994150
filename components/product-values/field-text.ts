'use client'
import { useCallback } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { useViewerTimeZone } from '@/components/time/clock'
import { useIsHydrated } from '@/components/ui/hydrated'
import { formatDateTime, formatOffset } from '@/lib/core/format/dates'
import { languageName } from '@/lib/core/format/names'
import { customerFieldNames } from '@/lib/gateway/customers/fields'
import { transactionTypes } from '@/lib/gateway/products/values'
import { isProductField, productFieldRows } from '@/lib/products/fields'

/**
 * Returns functions for the label of a product's field, and for its value as text. An unknown field keeps the gateway's
 * name.
 */
export function useFieldText() {
  const t = useTranslations('products')
  const locale = useLocale()
  const { amountText } = useMoney()
  const timeZone = useViewerTimeZone()
  const isHydrated = useIsHydrated()

  const label = useCallback((field: string) => (isProductField(field) ? t(`label.${field}`) : field), [t])
  const text = useCallback(
    (field: string, value: unknown, currency: string | null): string => {
      if (value === undefined || value === null || value === '') return t('edit.nothing')
      if (typeof value === 'boolean') return t(value ? 'edit.yes' : 'edit.no')
      if (field === 'amount' && typeof value === 'number')
        return amountText({ amount: value, currency }) ?? String(value)
      if (isProductField(field) && productFieldRows[field].kind === 'moment' && typeof value === 'string') {
        const at = new Date(value)
        if (Number.isNaN(at.valueOf())) return value
        return `${formatDateTime(at, timeZone, locale)} ${formatOffset(at, timeZone)}`
      }
      if (field === 'language' && typeof value === 'string')
        return isHydrated ? `${languageName(value, locale)} (${value})` : value
      const type = field === 'transaction_type' && transactionTypes.find((one) => one === value)
      if (type) return t(`types.${type}`)
      if (Array.isArray(value)) {
        const names = customerFieldNames
          .filter((name) => value.includes(name))
          .map((name) => t(`fields.${name}`))
        return names.length > 0 ? names.join(', ') : t('noFields')
      }
      return typeof value === 'string' || typeof value === 'number' ? String(value) : JSON.stringify(value)
    },
    [t, amountText, timeZone, locale, isHydrated],
  )
  return { label, text }
}
