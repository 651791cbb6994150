import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { PeoplePage } from '@/components/people/people-page'
import { titled } from '@/lib/core/server/i18n/page'
import { getQueryClient } from '@/lib/core/client/client'
import { factorRuleOptions, invitationsOptions, peopleOptions } from '@/lib/people/client'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { readFactorRule } from '@/lib/people/server/factor-rule'
import { listInvitations } from '@/lib/people/server/invitations'
import { listPeople } from '@/lib/people/server/people'
import { revealLimitOptions } from '@/lib/shops/client'
import { readRevealLimit } from '@/lib/shops/server/settings/reveal-limit'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('people', (t) => t('title'))

async function Page({ params }: PageProps<'/shops/[shop]/settings/people'>) {
  const context = await pageContext((await params).shop, 'people.manage')
  const { id, name } = context.shop
  const client = getQueryClient()
  await Promise.all([
    client.query({ ...peopleOptions(id), queryFn: () => pageQuery(() => listPeople(context)) }),
    client.query({ ...factorRuleOptions(id), queryFn: () => pageQuery(() => readFactorRule(context)) }),
    client.query({ ...revealLimitOptions(id), queryFn: () => pageQuery(() => readRevealLimit(context)) }),
    client.query({ ...invitationsOptions(id), queryFn: () => pageQuery(() => listInvitations(context)) }),
  ])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PeoplePage shop={id} shopName={name} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'shops/[shop]/settings/people/page')
