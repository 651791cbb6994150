'use client'
import { useTranslations } from 'use-intl'
import { useFieldText } from '@/components/product-values/field-text'
import { productUnits, type ProductUnit } from '@/lib/products/fields'
import type { ProductValues } from './values'

export function useUnitText() {
  const t = useTranslations('products')
  const { text } = useFieldText()
  return (unit: ProductUnit, values: ProductValues): string => {
    if (unit === 'quantity')
      return values.infinite === true ? t('unlimited') : text('quantity', values.quantity, null)
    if (unit === 'expired_at')
      return values.immortal === true ? t('noExpiry') : text('expired_at', values.expired_at, null)
    return productUnits[unit]
      .filter((field) => field !== 'currency')
      .map((field) => text(field, values[field], values.currency))
      .join(', ')
  }
}
