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

/** The gateway was not reached, or it refused the request. */
const isGatewayFailure = ({ code, errors }: ApiError) =>
  code.startsWith('gateway_') && Object.keys(errors).length === 0

/** Whether the outcome of a request is unknown. */
export const isUnconfirmed = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'unconfirmed'

/** Returns the local ID of a record that may exist at the gateway, if one was stored. */
export const unconfirmedIdOf = (error: unknown): string | null =>
  isUnconfirmed(error) && typeof error.current.id === 'string' ? error.current.id : null

interface Outcomes {
  /** The message when certainly nothing was created or saved. */
  notDoneText: string
  maybeDoneText?: string
  /** The heading in that case. */
  unsent?: FormErrorType
}

/**
 * Shows in the form why sending failed and what the outcome is: `notDoneText` if nothing was done,
 * `maybeDoneText` if that is not known. `isRepeat`: the request repeats a lost one, and has to wait while the gateway
 * may still process that.
 */
export function useRefusal({ notDoneText, maybeDoneText, unsent = 'notCreated' }: Outcomes) {
  const showFailure = useSubmitFailure()
  const t = useTranslations('form.lost')
  return <V extends FieldValues>(
    form: UseFormReturn<V, unknown, unknown>,
    error: unknown,
    { isRepeat = false } = {},
  ): void => {
    showFailure(form, error)
    if (isRepeat && error instanceof ApiError && error.code === 'in_progress')
      return form.setError('root.server', { type: 'server', message: t('wait') })
    if (!(error instanceof ApiError)) return
    const say = (type: string, more: string) =>
      form.setError('root.server', { type, message: `${error.title}. ${more}` })
    if (isGatewayFailure(error)) say(unsent, notDoneText)
    else if (isUnconfirmed(error) && maybeDoneText) say('server', maybeDoneText)
  }
}

/** Types of form-level errors that say what did not happen although the input is valid. */
const formErrorTypes = ['notCreated', 'notSaved'] as const
type FormErrorType = (typeof formErrorTypes)[number]

export const formErrorTypeOf = (type: unknown): FormErrorType | undefined =>
  formErrorTypes.find((known) => known === type)
