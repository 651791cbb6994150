import { connection } from 'next/server'
import { ResetPassword } from '@/components/account/reset-password'
import { AuthCard } from '@/components/auth/auth-card'
import { pageTranslator, titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('passwordReset', (t) => t('title'))

/** The page that a link for a new password opens. The token is in the fragment, which browsers send nowhere. */
async function PasswordResetPage() {
  await connection() // The document's nonce differs with each request.
  const t = await pageTranslator('passwordReset')
  return (
    <AuthCard title={t('title')} text={t('text')}>
      <ResetPassword />
    </AuthCard>
  )
}

export default withWords(PasswordResetPage, '(auth)/password-reset/page')
