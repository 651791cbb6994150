'use client'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useSubmitFailure } from '@/components/form/use-submit-failure'
import { ApiError } from '@/lib/http'

/** The gateway was not reached, or refused: what may have happened is `unconfirmed` and says so itself. */
const nothingWasSent = ({ code, errors }: ApiError) =>
  code.startsWith('gateway_') && Object.keys(errors).length === 0

/** Says in the form why sending it failed, and that nothing came of it where that is certain. */
export function useRefusal(nothingHappened: string) {
  const showFailure = useSubmitFailure()
  return <V extends FieldValues>(form: UseFormReturn<V, unknown, unknown>, error: unknown): void => {
    showFailure(form, error)
    if (error instanceof ApiError && nothingWasSent(error))
      form.setError('root.server', { type: 'server', message: `${error.title}. ${nothingHappened}` })
  }
}
