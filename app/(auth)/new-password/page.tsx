import type { Route } from 'next'
import { redirect } from 'next/navigation'
import { FirstPassword } from '@/components/account/password-form'
import { AuthCard } from '@/components/auth/auth-card'
import { LinkButton } from '@/components/ui/link'
import { pageTranslator, titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { withReturnAddress } from '@/lib/core/server/auth/access'
import { signedIn } from '@/lib/core/server/auth/actor'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { ownPath } from '@/lib/core/account/own-path'

export const generateMetadata = titled('account', (t) => t('newPasswordTitle'))

/** Shown after a sign-in with a password that must be changed. */
async function NewPasswordPage({ searchParams }: PageProps<'/new-password'>) {
  const target = ownPath((await searchParams).callbackUrl)
  const person = await pageQuery(signedIn)
  if (!person) redirect(await withReturnAddress('/sign-in'))
  if (!person.mustChangePassword) redirect(target as Route)
  const t = await pageTranslator('account')
  return (
    <AuthCard title={t('newPasswordTitle')} text={t('newPasswordText')}>
      <div className="grid gap-3">
        <FirstPassword account={{ name: person.name, email: person.email }} target={target} />
        <LinkButton href="/sign-out">{(await pageTranslator('auth'))('signOut')}</LinkButton>
      </div>
    </AuthCard>
  )
}

export default withWords(NewPasswordPage, '(auth)/new-password/page')
