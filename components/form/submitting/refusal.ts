'use client'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/lib/core/api/http'
import { useSubmitFailure } from './use-submit-failure'

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
 * `maybeDoneText` if that is not known. `isRepeat`: the request repeats a lost one, and has to wait while the gateway may still process that.
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
