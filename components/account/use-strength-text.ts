'use client'
import { useTranslations } from 'use-intl'
import { lengthOf, minPassword, strengthOf } from '@/lib/core/account/password'

/** Returns the text below a new password: what it needs, or how strong it is. */
export function useStrengthText({ name, email }: { name: string; email: string }): (typed: string) => string {
  const t = useTranslations('account')
  return (typed) => {
    if (typed === '') return t('newPasswordHint')
    return t(`strength.${strengthOf(typed, [name, email])}`, { missing: minPassword - lengthOf(typed) })
  }
}
