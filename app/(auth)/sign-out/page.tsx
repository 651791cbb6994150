import { AuthCard } from '@/components/auth/auth-card'
import { SignOutForm } from '@/components/auth/sign-out-form'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageTranslator, titled } from '@/lib/core/server/i18n/page'

export const generateMetadata = titled('auth', (t) => t('signOut'))

export default withWords(SignOutPage, '(auth)/sign-out/page')

async function SignOutPage() {
  const t = await pageTranslator('auth')
  return (
    <AuthCard title={t('signOut')} text={t('signOutText')}>
      <SignOutForm />
    </AuthCard>
  )
}
