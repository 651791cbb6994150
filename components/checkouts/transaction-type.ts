'use client'
import { useTranslations } from 'use-intl'

const known = ['payment', 'authorization', 'tokenization', 'charge'] as const

/** Falls back to the gateway's text for an unknown type. */
export function useTypeText(): (type: string) => string {
  const t = useTranslations('checkouts.types')
  return (type) => {
    const found = known.find((one) => one === type)
    return found ? t(found) : type
  }
}
