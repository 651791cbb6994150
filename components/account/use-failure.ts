'use client'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/overlays/toast-store'
import { ApiError } from '@/lib/core/api/http'

/** Returns a function that shows a failure as a toast, except if the person cancelled signing in again. */
export function useFailure() {
  const t = useTranslations('account')
  return (error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'sign_in_again')) toast(t('failed'), 'bad', { error })
  }
}
