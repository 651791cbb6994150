import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { NotificationSettingsPage } from '@/components/notification-settings/notification-settings-page'
import { getTranslator } from '@/lib/i18n/server'
import { getQueryClient } from '@/lib/queries/client'
import { notificationSettingsOptions } from '@/lib/queries/notification-settings'
import { pageContext } from '@/lib/server/auth/access'
import { readNotificationSettings } from '@/lib/server/shops/notification-settings'

export const generateMetadata = (): Metadata => ({ title: getTranslator('notificationSettings')('title') })

export default async function Page({ params }: PageProps<'/shops/[shop]/settings/notifications'>) {
  const context = await pageContext((await params).shop, 'notifications.configure')
  const { id, name, mode } = context.shop
  const client = getQueryClient()
  await client.query({
    ...notificationSettingsOptions(id),
    queryFn: () => readNotificationSettings(context),
  })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <NotificationSettingsPage shop={id} liveShopName={mode === 'live' ? name : null} />
    </HydrationBoundary>
  )
}
