'use client'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/lib/core/http'

/** Includes the first field error from the server. */
export function useFailureText(): (error: Error) => string {
  const t = useTranslations()
  return (error) => {
    if (!(error instanceof ApiError)) return t('errors.network')
    if (error.code === 'in_progress') return t('checkouts.stillUnderWay')
    const [field] = Object.values(error.errors).flat()
    return field === undefined ? error.title : `${error.title}. ${field}`
  }
}
