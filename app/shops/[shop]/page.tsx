import type { Metadata } from 'next'
import { dehydrate, HydrationBoundary, type QueryClient } from '@tanstack/react-query'
import { cookies } from 'next/headers'
import { createLoader } from 'nuqs/server'
import { OpenAlerts } from '@/components/alerts/open-alerts'
import { OverviewPage } from '@/components/overview/overview-page'
import { zoneCookie } from '@/lib/overview/choices'
import { statisticsQuery } from '@/lib/overview/schema'
import { mayInShop } from '@/lib/core/permissions'
import { pageTranslator } from '@/lib/core/server/i18n/page'
import { tabOf } from '@/lib/pages/tab'
import { alertsOptions } from '@/lib/alerts/client'
import { getQueryClient } from '@/lib/core/client/client'
import {
  firstStepsOptions,
  latestOptions,
  latestQuery,
  overviewParams,
  statisticsFilters,
  statisticsOptions,
  unpaidCheckoutsOptions,
} from '@/lib/overview/client'
import { attentionOptions, attentionQuery } from '@/lib/payments/client'
import { paymentListQuery } from '@/lib/payments/list'
import { listPayments } from '@/lib/payments/server/listing/list'
import { radarOptions } from '@/lib/products/client'
import { listAlerts } from '@/lib/alerts/server/list'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import type { ActorContext } from '@/lib/core/server/context'
import { readFromReplica } from '@/lib/core/server/read-replica'
import { firstStepsOf } from '@/lib/overview/server/first-steps'
import { statisticsOf, unpaidCheckoutsOf } from '@/lib/overview/server/statistics'
import { radarOf } from '@/lib/products/server/listing/list'
import { describeShop } from '@/lib/shops/server/describe'
import { withWords } from '@/lib/core/server/i18n/words'

/** Sets the whole title: the layout's template does not apply to a page in its own segment. */
export async function generateMetadata({ params }: PageProps<'/shops/[shop]'>): Promise<Metadata> {
  const [t, { title }] = await Promise.all([pageTranslator('overview'), tabOf((await params).shop)])
  return { title: { absolute: title(t('title')) } }
}

const loadOverview = createLoader(overviewParams)

async function Page({ params, searchParams }: PageProps<'/shops/[shop]'>) {
  const context = await pageContext((await params).shop, 'products.read')
  const zone = context.shop.timeZone ?? context.actor.timeZone ?? (await timeZoneFromCookie())
  const client = getQueryClient()
  await Promise.all([
    ...forEverybody(client, context),
    ...forManagers(client, context, statisticsFilters(await loadOverview(searchParams), zone)),
  ])
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <OverviewPage shop={describeShop(context)} zone={zone} alerts={<OpenAlerts shop={context.shop.id} />} />
    </HydrationBoundary>
  )
}

/**
 * Returns the browser's time zone from its cookie. On the first visit it is unknown and days are in UTC for a moment.
 */
async function timeZoneFromCookie(): Promise<string> {
  const cookieZone = (await cookies()).get(zoneCookie)?.value
  return statisticsQuery.safeParse({ zone: cookieZone }).data?.zone ?? 'UTC'
}

const forEverybody = (client: QueryClient, context: ActorContext) => [
  client.query({ ...radarOptions(context.shop.id), queryFn: () => pageQuery(() => radarOf(context)) }),
  client.query({
    ...latestOptions(context.shop.id),
    queryFn: () =>
      pageQuery(() =>
        readFromReplica(context, (from) => listPayments(from, paymentListQuery.parse(latestQuery))),
      ),
  }),
  client.query({
    ...attentionOptions(context.shop.id),
    queryFn: () =>
      pageQuery(() =>
        readFromReplica(context, (from) => listPayments(from, paymentListQuery.parse(attentionQuery))),
      ),
  }),
  client.query({
    ...unpaidCheckoutsOptions(context.shop.id),
    queryFn: () => pageQuery(() => readFromReplica(context, unpaidCheckoutsOf)),
  }),
]

function forManagers(
  client: QueryClient,
  context: ActorContext,
  filters: ReturnType<typeof statisticsFilters>,
): Promise<unknown>[] {
  const { shop, actor } = context
  if (!mayInShop(shop, actor, 'statistics.read')) return []
  return [
    client.query({
      ...statisticsOptions(shop.id, filters),
      queryFn: () =>
        pageQuery(() =>
          readFromReplica(context, (from) => statisticsOf(from, statisticsQuery.parse(filters))),
        ),
    }),
    client.query({ ...alertsOptions(shop.id), queryFn: () => pageQuery(() => listAlerts(context)) }),
    client.query({ ...firstStepsOptions(shop.id), queryFn: () => pageQuery(() => firstStepsOf(context)) }),
  ]
}

export default withWords(Page, 'shops/[shop]/page')
