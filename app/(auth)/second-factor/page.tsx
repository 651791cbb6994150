import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Route } from 'next'
import { redirect } from 'next/navigation'
import { PersonFrame } from '@/components/account/person-frame'
import { NeededFactor } from '@/components/account/factors-section'
import { factorsOptions } from '@/lib/account/client'
import { listFactors } from '@/lib/account/server/factors'
import { getQueryClient } from '@/lib/core/client/client'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { accountPageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { ownPath } from '@/lib/core/account/own-path'

export const generateMetadata = titled('account', (t) => t('factorNeededTitle'))

/** Shown to people without a second factor if a shop or the installation requires one. */
async function SecondFactorPage({ searchParams }: PageProps<'/second-factor'>) {
  const target = ownPath((await searchParams).callbackUrl)
  const context = await accountPageContext()
  if (context.person.hasFactor) redirect(target as Route)
  const client = getQueryClient()
  await client.query({ ...factorsOptions(), queryFn: () => pageQuery(() => listFactors(context)) })
  return (
    <PersonFrame person={context.person}>
      <HydrationBoundary state={dehydrate(client)}>
        <NeededFactor target={target} />
      </HydrationBoundary>
    </PersonFrame>
  )
}

export default withWords(SecondFactorPage, '(auth)/second-factor/page')
