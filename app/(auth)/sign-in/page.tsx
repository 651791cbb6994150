import type { Metadata, Route } from 'next'
import { redirect } from 'next/navigation'
import { SignInPageForm } from '@/components/session/sign-in-page-form'
import { AuthCard } from '@/components/auth/auth-card'
import { mayAskForReset } from '@/lib/account/server/ask-for-reset'
import { getTranslator } from '@/lib/core/i18n/server'
import { signedIn } from '@/lib/core/server/auth/actor'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { ownPath } from './own-path'

export const generateMetadata = (): Metadata => ({ title: getTranslator('auth')('signIn') })

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const target = ownPath((await searchParams).callbackUrl)
  if (await pageQuery(signedIn)) redirect(target as Route)
  const t = getTranslator('auth')
  return (
    <AuthCard title={t('signIn')} text={t('signInText')}>
      <SignInPageForm target={target} mayReset={await pageQuery(mayAskForReset)} />
    </AuthCard>
  )
}
