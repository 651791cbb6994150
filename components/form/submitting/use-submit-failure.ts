'use client'
import type { FieldValues, UseFormReturn, FieldPath } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError, NetworkError } from '@/lib/core/api/http'

/** Shows in the form why sending failed. Also rethrows an unexpected error, since it is a bug of ours. */
export function useSubmitFailure() {
  const t = useTranslations('errors')
  return function show<V extends FieldValues>(
    form: UseFormReturn<V, unknown, unknown>,
    error: unknown,
  ): void {
    const fail = (message: string, id?: string) => {
      const text = id === undefined ? message : `${message.replace(/\.$/, '')}. ${t('reference', { id })}`
      form.setError('root.server', { type: 'server', message: text })
      // The summary offers to copy it.
      if (id !== undefined) form.setError('root.reference', { type: 'reference', message: id })
    }
    if (error instanceof ApiError) {
      const id = error.status >= 500 ? error.correlationId : undefined
      if (applyServerErrors(form, error.errors)) return
      if (Object.keys(error.errors).length === 0) {
        fail([error.title, error.detail].filter(Boolean).join('. '), id)
      }
      return
    }
    if (error instanceof NetworkError) {
      fail(`${t('network')}. ${t('networkText')}`, error.correlationId)
      return
    }
    fail(`${t('generic')}. ${t('genericText')}`)
    throw error
  }
}

type Settable<V extends FieldValues> = Pick<UseFormReturn<V, unknown, unknown>, 'setError' | 'getValues'>

/**
 * Puts errors of the server or the gateway onto the fields they name, in their own words. Errors without a field in
 * this form go to the summary, so that none is lost.
 * @returns whether every error found its field.
 */
export function applyServerErrors<V extends FieldValues>(
  form: Settable<V>,
  errors: Record<string, string[]>,
): boolean {
  const values: Record<string, unknown> = form.getValues()
  const unmatched: string[] = []
  for (const [field, messages] of Object.entries(errors)) {
    const message = messages.join(' ')
    if (isField<V>(field, values)) form.setError(field, { type: 'server', message })
    else unmatched.push(field === 'base' ? message : `${field}: ${message}`)
  }
  if (unmatched.length > 0) form.setError('root.server', { type: 'server', message: unmatched.join(' ') })
  return unmatched.length === 0 && Object.keys(errors).length > 0
}

function isField<V extends FieldValues>(
  field: string,
  values: Record<string, unknown>,
): field is FieldPath<V> {
  return (field.split('.')[0] ?? '') in values
}
