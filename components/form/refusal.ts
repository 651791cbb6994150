'use client'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useSubmitFailure } from './use-submit-failure'
import { ApiError } from '@/lib/http'

/** The gateway was not reached, or refused. */
const nothingWasSent = ({ code, errors }: ApiError) =>
  code.startsWith('gateway_') && Object.keys(errors).length === 0

/** Whether it is not known what came of a request. */
export const isLost = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'unconfirmed'

/**
 * Says in the form why sending it failed, and what came of it: nothing, where that is certain, or `perhaps` something.
 * `isRepeat`: what was lost was to be made again, which has to wait while the gateway may still be at it.
 */
export function useRefusal({ nothing, perhaps }: { nothing: string; perhaps?: string }) {
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
    const more = isLost(error) ? perhaps : error instanceof ApiError && nothingWasSent(error) && nothing
    if (more && error instanceof ApiError)
      form.setError('root.server', { type: 'server', message: `${error.title}. ${more}` })
  }
}
