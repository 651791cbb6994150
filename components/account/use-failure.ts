'use client'
import { useTranslations } from 'use-intl'
import { toast } from '@/components/ui/overlays/toast-store'
import { ApiError } from '@/lib/core/http'

/** Says that something failed, but not to who did not prove who they are: they have just said so. */
export function useFailure() {
  const t = useTranslations('account')
  return (error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'sign_in_again')) toast(t('failed'), 'bad', { error })
  }
}
