import type { useTranslations } from 'use-intl'
import { ApiError, NetworkError } from '@/lib/core/http'

/** Why a template could not be kept, in words. What is unexpected is a mistake of ours, and is thrown on. */
export function failureText(error: unknown, t: ReturnType<typeof useTranslations<'errors'>>): string {
  if (error instanceof ApiError)
    return Object.values(error.errors).flat().join(' ') || error.detail || error.title
  if (error instanceof NetworkError) return `${t('network')}. ${t('networkText')}`
  throw error
}
