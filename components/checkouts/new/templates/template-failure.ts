import type { useTranslations } from 'use-intl'
import { ApiError, NetworkError } from '@/lib/core/http'

/**
 * Returns the message for an error of saving a template.
 * @throws the error itself if it is unexpected, as it is a bug of ours.
 */
export function failureText(error: unknown, t: ReturnType<typeof useTranslations<'errors'>>): string {
  if (error instanceof ApiError)
    return Object.values(error.errors).flat().join(' ') || error.detail || error.title
  if (error instanceof NetworkError) return `${t('network')}. ${t('networkText')}`
  throw error
}
