import { redirect } from 'next/navigation'
import { connection } from 'next/server'
import { ForgottenPassword } from '@/components/account/forgotten-password'
import { AuthCard } from '@/components/auth/auth-card'
import { mayAskForReset } from '@/lib/account/server/reset-password'
import { pageTranslator, titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { resetMinutes } from '@/lib/core/server/accounts/reset-links'
import { pageQuery } from '@/lib/core/server/auth/visit'

export const generateMetadata = titled('passwordReset', (t) => t('askTitle'))

async function ForgottenPasswordPage() {
  await connection() // Queries the database at each request, not at build time.
  if (!(await pageQuery(mayAskForReset))) redirect('/sign-in')
  const t = await pageTranslator('passwordReset')
  return (
    <AuthCard title={t('askTitle')} text={t('askText')}>
      <ForgottenPassword minutes={resetMinutes} />
    </AuthCard>
  )
}

export default withWords(ForgottenPasswordPage, '(auth)/forgotten-password/page')
