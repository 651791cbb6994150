import type { Route } from 'next'
import { redirect } from 'next/navigation'
import { SignInPageForm } from '@/components/session/sign-in-form'
import { ProviderButtons, type ProviderRefusal } from '@/components/session/provider-buttons'
import { AuthCard } from '@/components/auth/auth-card'
import { mayAskForReset } from '@/lib/account/server/reset-password'
import { pageTranslator, titled } from '@/lib/core/server/i18n/page'
import { signedIn } from '@/lib/core/server/auth/actor'
import { isLocalSignInOn } from '@/lib/core/server/auth/local-sign-in'
import { config } from '@/lib/core/server/config/config'
import { withWords } from '@/lib/core/server/i18n/words'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { ownPath } from '@/lib/core/account/own-path'

export const generateMetadata = titled('auth', (t) => t('signIn'))

export default withWords(SignInPage, '(auth)/sign-in/page')

async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const given = await searchParams
  const target = ownPath(given.callbackUrl)
  if (await pageQuery(signedIn)) redirect(target as Route)
  const t = await pageTranslator('auth')
  const providers = config.get().oidc.map(({ id, name }) => ({ id, name }))
  const isLocalOn = await pageQuery(isLocalSignInOn)
  return (
    <AuthCard title={t('signIn')} text={t('signInText')}>
      <div className="grid gap-4">
        {isLocalOn && <SignInPageForm target={target} mayReset={await pageQuery(mayAskForReset)} />}
        {providers.length > 0 && (
          <ProviderButtons providers={providers} target={target} refusal={refusalOf(given.error)} />
        )}
      </div>
    </AuthCard>
  )
}

const explainedReasons: readonly ProviderRefusal[] = ['unverified', 'no_account', 'disabled', 'weak', 'stale']

/** Returns the message for `error`, which next-auth or our own answer put into the address. */
function refusalOf(error: string | string[] | undefined): ProviderRefusal | null {
  if (typeof error !== 'string') return null
  return (
    explainedReasons.find((reason) => error === `provider_${reason}`) ??
    (/^OAuth|^provider_/.test(error) ? 'failed' : null)
  )
}
