'use client'
import { useTranslations } from 'use-intl'
import { ApiError } from '@/lib/core/http'

/** Says in a dialog why a request failed. Renders nothing without a text. */
export const Failure = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p role="alert" className="mt-3 text-md text-danger">
      {text}
    </p>
  ) : null

/** Returns a function that words a failed request in the server's own words; null for no error. */
export function useErrorTitle(): (error: Error | null) => string | null {
  const t = useTranslations('errors')
  return (error) => error && (error instanceof ApiError ? error.title : t('network'))
}
