'use client'
import { useTranslations } from 'use-intl'
import { useFailureText } from '@/components/dialogs/failure'

/** Says why a change of a checkout failed. */
export function useCheckoutFailureText(): (error: Error) => string {
  const t = useTranslations('checkouts')
  return useFailureText({ in_progress: t('stillUnderWay') })
}
