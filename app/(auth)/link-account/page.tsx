import { headers } from 'next/headers'
import { LinkAccount } from '@/components/account/link-account'
import { AuthCard } from '@/components/auth/auth-card'
import { LinkButton } from '@/components/ui/link'
import { normalEmail } from '@/lib/core/account/account-email'
import { pageTranslator, titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { signedIn } from '@/lib/core/server/auth/actor'
import { pendingIdentityOf } from '@/lib/core/server/auth/oidc'
import { pageQuery, pendingIdentityIn } from '@/lib/core/server/auth/visit'

export const generateMetadata = titled('linkAccount', (t) => t('title'))

/** Asks a person whom a provider identified to link that identity to an account. */
async function LinkAccountPage() {
  const t = await pageTranslator('linkAccount')
  const token = pendingIdentityIn(await headers())
  const pending = await pageQuery(() => pendingIdentityOf(token))
  if (!pending)
    return (
      <AuthCard title={t('title')} text={t('over')}>
        <LinkButton href="/sign-in">{t('signIn')}</LinkButton>
      </AuthCard>
    )
  const person = await pageQuery(signedIn)
  const { providerName: provider, email, label } = pending
  const text =
    normalEmail(label) === email
      ? t('text', { provider, email })
      : label === ''
        ? t('textNameless', { provider, email })
        : t('textOther', { provider, email, label })
  return (
    <AuthCard title={t('title')} text={text}>
      <LinkAccount provider={provider} email={email} isSignedIn={person?.userId === pending.userId} />
    </AuthCard>
  )
}

export default withWords(LinkAccountPage, '(auth)/link-account/page')
