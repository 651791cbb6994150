import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { AlertsPage } from '@/components/alerts/alerts-page'
import { may } from '@/lib/core/permissions'
import { titled } from '@/lib/core/server/i18n/page'
import { alertSettingsOptions, alertsOptions } from '@/lib/alerts/client'
import { getQueryClient } from '@/lib/core/client/client'
import { listAlerts } from '@/lib/alerts/server/list'
import { readAlertSettings } from '@/lib/alerts/server/settings'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('alerts', (t) => t('title'))

async function Page({ params }: PageProps<'/shops/[shop]/settings/alerts'>) {
  const context = await pageContext((await params).shop, 'alerts.read')
  const { id } = context.shop
  const client = getQueryClient()
  await client.query({ ...alertsOptions(id), queryFn: () => pageQuery(() => listAlerts(context)) })
  if (may(context.actor, 'alerts.manage'))
    await client.query({
      ...alertSettingsOptions(id),
      queryFn: () => pageQuery(() => readAlertSettings(context)),
    })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AlertsPage shop={id} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'shops/[shop]/settings/alerts/page')
