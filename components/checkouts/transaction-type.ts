'use client'
import { useTranslations } from 'use-intl'

const known = ['payment', 'authorization', 'tokenization', 'charge'] as const

/** What the customer does, in words; a type that is new here is shown as the gateway has it. */
export function useTypeText(): (type: string) => string {
  const t = useTranslations('checkouts.types')
  return (type) => {
    const found = known.find((one) => one === type)
    return found ? t(found) : type
  }
}
