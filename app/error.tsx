'use client'
import { useTranslations } from 'use-intl'
import { ErrorState } from '@/components/ui/error-state'

/** What a page could not do; the digest finds the cause in the server's log. */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string }
  reset: () => void
}) {
  const t = useTranslations()
  return (
    <ErrorState
      isPage
      title={t('errors.generic')}
      reference={error.digest}
      retryLabel={t('common.retry')}
      onRetry={reset}
    >
      {t('errors.genericText')}
    </ErrorState>
  )
}
