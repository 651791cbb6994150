'use client'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/lib/core/http'

export function useFailureText(): (error: Error) => string {
  const t = useTranslations()
  return (error) => {
    if (!(error instanceof ApiError)) return t('errors.network')
    return error.code === 'conflict' ? t('customers.page.conflict') : error.title
  }
}
