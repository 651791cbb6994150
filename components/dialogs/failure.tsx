'use client'
import { useTranslations } from 'use-intl'
import { ApiError, NetworkError } from '@/lib/core/api/http'

/** Says in a dialog why a request failed. Renders nothing without a text. */
export const Failure = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p role="alert" className="mt-3 text-md text-danger">
      {text}
    </p>
  ) : null

/**
 * Returns a function that says why a request failed, in the server's own words. `ownWords`: other texts, by the error's
 * code.
 */
export function useFailureText(ownWords: Readonly<Record<string, string>> = {}): (error: Error) => string {
  const t = useTranslations('errors')
  return (error) => {
    if (error instanceof NetworkError) return `${t('network')}. ${t('networkText')}`
    if (!(error instanceof ApiError)) return t('generic')
    const own = ownWords[error.code]
    if (own !== undefined) return own
    return asSentences([error.title, error.detail, ...Object.values(error.errors).flat()])
  }
}

/** Some texts end with a full stop, others do not. */
const asSentences = (texts: readonly (string | undefined)[]) =>
  texts.filter(Boolean).join('. ').replaceAll('.. ', '. ')
