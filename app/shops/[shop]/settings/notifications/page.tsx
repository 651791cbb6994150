import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { NotificationSettingsPage } from '@/components/notifications/settings/notification-settings-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { getQueryClient } from '@/lib/core/client/client'
import { notificationSettingsOptions } from '@/lib/notifications/settings-client'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { readNotificationSettings } from '@/lib/shops/server/notification-settings'
import { withWords } from '@/lib/core/i18n/words'

export const generateMetadata = (): Metadata => ({ title: getTranslator('notificationSettings')('title') })

async function Page({ params }: PageProps<'/shops/[shop]/settings/notifications'>) {
  const context = await pageContext((await params).shop, 'notifications.configure')
  const { id, name, mode } = context.shop
  const client = getQueryClient()
  await client.query({
    ...notificationSettingsOptions(id),
    queryFn: () => pageQuery(() => readNotificationSettings(context)),
  })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <NotificationSettingsPage shop={id} mode={mode} liveShopName={mode === 'live' ? name : null} />
    </HydrationBoundary>
  )
}

export default withWords(Page, 'notificationSettings', 'reach', 'table', 'time')
