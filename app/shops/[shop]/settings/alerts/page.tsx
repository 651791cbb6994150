import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { AlertsPage } from '@/components/alerts/alerts-page'
import { may } from '@/lib/contracts/permissions'
import { getTranslator } from '@/lib/i18n/server'
import { alertSettingsOptions, alertsOptions } from '@/lib/queries/alerts'
import { getQueryClient } from '@/lib/queries/client'
import { listAlerts } from '@/lib/server/alerts/list'
import { readAlertSettings } from '@/lib/server/alerts/settings'
import { pageContext } from '@/lib/server/auth/access'

export const generateMetadata = (): Metadata => ({ title: getTranslator('alerts')('title') })

export default async function Page({ params }: PageProps<'/shops/[shop]/settings/alerts'>) {
  const context = await pageContext((await params).shop, 'alerts.read')
  const { id } = context.shop
  const client = getQueryClient()
  await client.query({ ...alertsOptions(id), queryFn: () => listAlerts(context) })
  if (may(context.actor.role, 'alerts.manage'))
    await client.query({ ...alertSettingsOptions(id), queryFn: () => readAlertSettings(context) })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <AlertsPage shop={id} />
    </HydrationBoundary>
  )
}
