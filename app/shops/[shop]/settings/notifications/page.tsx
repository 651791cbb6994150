import { NotificationSettingsPage } from '@/components/notifications/settings/notification-settings-page'
import { titled } from '@/lib/core/server/i18n/page'
import { notificationSettingsOptions } from '@/lib/notifications/client'
import { pageContext } from '@/lib/core/server/auth/access'
import { readNotificationSettings } from '@/lib/shops/server/settings/notification-settings'
import { answer, Prefetched } from '@/lib/pages/prefetched'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('notificationSettings', (t) => t('title'))

async function Page({ params }: PageProps<'/shops/[shop]/settings/notifications'>) {
  const context = await pageContext((await params).shop, 'notifications.configure')
  const { id, name, mode } = context.shop
  const settings = answer(notificationSettingsOptions(id), () => readNotificationSettings(context))
  return (
    <Prefetched answers={[settings]}>
      <NotificationSettingsPage shop={id} mode={mode} liveShopName={mode === 'live' ? name : null} />
    </Prefetched>
  )
}

export default withWords(Page, 'shops/[shop]/settings/notifications/page')
