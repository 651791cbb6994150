'use client'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/overlays/toast-store'
import { ApiError } from '@/lib/core/api/http'

/** Shows a failure, unless the person cancelled the proof. */
export function useFailure() {
  const t = useTranslations('account')
  return (error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'sign_in_again')) toast(t('failed'), 'bad', { error })
  }
}
