'use client'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { Unsent } from './unsent'
import { useSubmitFailure } from './use-submit-failure'
import { ApiError } from '@/lib/core/http'

/** The gateway was not reached, or refused. */
const nothingWasSent = ({ code, errors }: ApiError) =>
  code.startsWith('gateway_') && Object.keys(errors).length === 0

/** Whether it is not known what came of a request. */
export const isLost = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'unconfirmed'

/** The ID under which something that was perhaps made is kept here, where it is kept. */
export const lostIdOf = (error: unknown): string | null =>
  isLost(error) && typeof error.current.id === 'string' ? error.current.id : null

interface Outcomes {
  /** Said where nothing came of it for certain. */
  nothing: string
  perhaps?: string
  /** The heading then. */
  unsent?: Unsent
}

/**
 * Says in the form why sending it failed, and what came of it: nothing, where that is certain, or `perhaps` something.
 * `isRepeat`: what was lost was to be made again, which has to wait while the gateway may still be at it.
 */
export function useRefusal({ nothing, perhaps, unsent = 'notCreated' }: Outcomes) {
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
    if (nothingWasSent(error)) say(unsent, nothing)
    else if (isLost(error) && perhaps) say('server', perhaps)
  }
}
