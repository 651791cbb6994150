import type { Metadata } from 'next'
import { RolesPage } from '@/components/people/roles-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { pageContext } from '@/lib/core/server/auth/access'

export const generateMetadata = (): Metadata => ({ title: getTranslator('people.roles')('title') })

/** For every role: people should know what they may do, and why not more. */
export default async function Page({ params }: PageProps<'/shops/[shop]/roles'>) {
  const { actor } = await pageContext((await params).shop, 'shop.read')
  return <RolesPage own={actor.role} />
}
