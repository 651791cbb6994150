'use client'
import { useTranslations } from 'use-intl'
import { ApiError, NetworkError } from '@/lib/core/http'

/** Prefers the server's own text. */
export function useFailureText() {
  const t = useTranslations('errors')
  return (error: Error): string => {
    if (error instanceof NetworkError) return `${t('network')}. ${t('networkText')}`
    if (!(error instanceof ApiError)) return t('generic')
    const problems = Object.values(error.errors).flat()
    return [error.title, error.detail, ...problems].filter(Boolean).join('. ')
  }
}
