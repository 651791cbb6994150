'use client'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError, NetworkError } from '@/lib/core/http'
import { applyServerErrors } from './server-errors'

/** Says in the form why sending it failed. An unexpected error is said too, and thrown on: it is a mistake of ours. */
export function useSubmitFailure() {
  const t = useTranslations('errors')
  return function show<V extends FieldValues>(
    form: UseFormReturn<V, unknown, unknown>,
    error: unknown,
  ): void {
    const fail = (message: string) => form.setError('root.server', { type: 'server', message })
    if (error instanceof ApiError) {
      const reference =
        error.correlationId && error.status >= 500 ? t('reference', { id: error.correlationId }) : ''
      if (applyServerErrors(form, error.errors)) return
      if (Object.keys(error.errors).length === 0) {
        fail([error.title, error.detail, reference].filter(Boolean).join('. '))
      }
      return
    }
    if (error instanceof NetworkError) {
      fail(`${t('network')}. ${t('networkText')}`)
      return
    }
    fail(`${t('generic')}. ${t('genericText')}`)
    throw error
  }
}
