'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ProductLabel, ProductUnit } from '@/lib/products/fields'

/** What fields of a product are called. Each word is named, so that documents carry no other words of products. */
export function useProductLabels(): Record<ProductLabel | ProductUnit, string> {
  const t = useTranslations('products')
  return useMemo(
    () => ({
      name: t('name'),
      description: t('description'),
      currency: t('currency'),
      price: t('price'),
      stock: t('stock'),
      infinite: t('infinite'),
      payableUntil: t('payableUntil'),
      immortal: t('immortal'),
      testProduct: t('testProduct'),
      language: t('language'),
      type: t('type'),
      buyerFields: t('buyerFields'),
      returnUrl: t('returnUrl'),
      shopId: t('shopId'),
    }),
    [t],
  )
}
