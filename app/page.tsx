import type { Route } from 'next'
import { redirect } from 'next/navigation'
import { AuthCard } from '@/components/auth/auth-card'
import { LinkButton } from '@/components/ui/link-button'
import { getTranslator } from '@/lib/core/i18n/server'
import { signedIn } from '@/lib/core/server/auth/actor'
import { shopsOf } from '@/lib/core/server/shop/load'

/**
 * Redirects to the first shop the person belongs to; every role may read its overview. A person disabled in all shops
 * gets a message.
 */
export default async function HomePage() {
  const person = await signedIn()
  if (!person) redirect('/sign-in')
  const [first] = await shopsOf(person.userId)
  if (!first) return <NoShop email={person.email} />
  redirect(`/shops/${first.id}` as Route)
}

function NoShop({ email }: { email: string }) {
  const t = getTranslator('errors')
  return (
    <AuthCard title={t('noShop')} text={t('noShopText', { email })}>
      <LinkButton href="/sign-out">{getTranslator('auth')('signOut')}</LinkButton>
    </AuthCard>
  )
}
