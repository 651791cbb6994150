'use client'
import { useTranslations } from 'use-intl'

/** What a payment does, in words; a type that is new here is shown as the gateway has it. */
export function TransactionType({ type }: { type: string | null }) {
  const t = useTranslations('products.types')
  return type === 'payment' || type === 'authorization' ? t(type) : (type ?? '–')
}
