'use client'
import type { FieldValues, UseFormReturn, FieldPath } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError, NetworkError } from '@/lib/core/http'

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

type Settable<V extends FieldValues> = Pick<UseFormReturn<V, unknown, unknown>, 'setError' | 'getValues'>

/**
 * Puts what the server or the gateway rejected onto the fields it names, in its own words. What names no field of this
 * form goes to the summary, so that nothing said is lost.
 * @returns whether every complaint has found its field.
 */
export function applyServerErrors<V extends FieldValues>(
  form: Settable<V>,
  errors: Record<string, string[]>,
): boolean {
  const values: Record<string, unknown> = form.getValues()
  const homeless: string[] = []
  for (const [field, messages] of Object.entries(errors)) {
    const message = messages.join(' ')
    if (isField<V>(field, values)) form.setError(field, { type: 'server', message })
    else homeless.push(field === 'base' ? message : `${field}: ${message}`)
  }
  if (homeless.length > 0) form.setError('root.server', { type: 'server', message: homeless.join(' ') })
  return homeless.length === 0 && Object.keys(errors).length > 0
}

function isField<V extends FieldValues>(
  field: string,
  values: Record<string, unknown>,
): field is FieldPath<V> {
  return (field.split('.')[0] ?? '') in values
}
