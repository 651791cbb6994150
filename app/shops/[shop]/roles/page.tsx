import { RolesPage } from '@/components/people/roles-page'
import { titled } from '@/lib/core/server/i18n/page'
import { pageContext } from '@/lib/core/server/auth/access'

export const generateMetadata = titled('people.roles', (t) => t('title'))

/** For every role: people should know what they may do, and why not more. */
export default async function Page({ params }: PageProps<'/shops/[shop]/roles'>) {
  const { actor } = await pageContext((await params).shop, 'shop.read')
  return <RolesPage own={actor.role} />
}
