import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { connection } from 'next/server'
import { ForgottenPassword } from '@/components/account/forgotten-password'
import { AuthCard } from '@/components/auth/auth-card'
import { mayAskForReset } from '@/lib/account/server/ask-for-reset'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'
import { resetMinutes } from '@/lib/core/server/accounts/reset-links'
import { pageQuery } from '@/lib/core/server/auth/visit'

export const generateMetadata = (): Metadata => ({ title: getTranslator('passwordReset')('askTitle') })

async function ForgottenPasswordPage() {
  await connection() // The database is asked at each request, not at the build.
  if (!(await pageQuery(mayAskForReset))) redirect('/sign-in')
  const t = getTranslator('passwordReset')
  return (
    <AuthCard title={t('askTitle')} text={t('askText')}>
      <ForgottenPassword minutes={resetMinutes} />
    </AuthCard>
  )
}

export default withWords(ForgottenPasswordPage, 'passwordReset')
