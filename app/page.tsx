import type { Route } from 'next'
import { redirect } from 'next/navigation'
import { AuthCard } from '@/components/auth/auth-card'
import { LinkButton } from '@/components/ui/link'
import { pageTranslator } from '@/lib/core/server/i18n/page'
import { mayAddShops } from '@/lib/core/server/auth/administrator'
import { signedIn } from '@/lib/core/server/auth/actor'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { shopsOf } from '@/lib/core/server/shop/load'

/**
 * Redirects to the first shop the person belongs to; every role may read its overview. A person disabled in all shops
 * gets a message.
 */
export default async function HomePage() {
  const person = await pageQuery(signedIn)
  if (!person) redirect('/sign-in')
  const [first] = await pageQuery(() => shopsOf(person.userId))
  if (!first) return <NoShop email={person.email} mayAdd={await mayAddShops(person.userId)} />
  redirect(`/shops/${first.id}` as Route)
}

async function NoShop({ email, mayAdd }: { email: string; mayAdd: boolean }) {
  const t = await pageTranslator('errors')
  return (
    <AuthCard title={t('noShop')} text={t('noShopText', { email })}>
      {mayAdd && (
        <LinkButton href="/shops/new" variant="primary" className="me-2">
          {(await pageTranslator('frame'))('addShop')}
        </LinkButton>
      )}
      <LinkButton href="/sign-out">{(await pageTranslator('auth'))('signOut')}</LinkButton>
    </AuthCard>
  )
}
