import type { Metadata } from 'next'
import { AuthCard } from '@/components/auth/auth-card'
import { SignOutForm } from '@/components/auth/sign-out-form'
import { getTranslator } from '@/lib/core/i18n/server'

export const generateMetadata = (): Metadata => ({ title: getTranslator('auth')('signOut') })

export default function SignOutPage() {
  const t = getTranslator('auth')
  return (
    <AuthCard title={t('signOut')} text={t('signOutText')}>
      <SignOutForm />
    </AuthCard>
  )
}
