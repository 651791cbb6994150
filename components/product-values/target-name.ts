'use client'
import { useTranslations } from 'use-intl'
import type { ImportTarget } from '@/lib/contracts/product-import'
import { useFieldText } from './field-text'

/** What a column of a file is read as: a field as it is called everywhere; a price is also told by its unit. */
export function useTargetName() {
  const t = useTranslations('imports.target')
  const { label } = useFieldText()
  return (target: ImportTarget): string =>
    target === 'id' || target === 'price' || target === 'amount' ? t(target) : label(target)
}
