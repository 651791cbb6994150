import type { Metadata } from 'next'
import { connection } from 'next/server'
import { ResetPassword } from '@/components/account/reset-password'
import { AuthCard } from '@/components/auth/auth-card'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'

export const generateMetadata = (): Metadata => ({ title: getTranslator('passwordReset')('title') })

/** The page that a link for a new password opens. The token is in the fragment, which browsers send nowhere. */
async function PasswordResetPage() {
  await connection() // The document's nonce differs with each request.
  const t = getTranslator('passwordReset')
  return (
    <AuthCard title={t('title')} text={t('text')}>
      <ResetPassword />
    </AuthCard>
  )
}

export default withWords(PasswordResetPage, 'account', 'passwordReset')
