import { connection } from 'next/server'
import { ConfirmEmail } from '@/components/account/confirm-email'
import { AuthCard } from '@/components/auth/auth-card'
import { pageTranslator, titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('emailChange', (t) => t('title'))

/** The page that a link to a new e-mail opens. The token is in the fragment, which browsers send nowhere. */
async function ConfirmEmailPage() {
  await connection() // The document's nonce differs with each request.
  const t = await pageTranslator('emailChange')
  return (
    <AuthCard title={t('title')} text={t('text')}>
      <ConfirmEmail />
    </AuthCard>
  )
}

export default withWords(ConfirmEmailPage, '(auth)/confirm-email/page')
