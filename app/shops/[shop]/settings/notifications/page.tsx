import type { Metadata } from 'next'
import { NotificationSettingsPage } from '@/components/notifications/settings/notification-settings-page'
import { getTranslator } from '@/lib/core/i18n/server'
import { notificationSettingsOptions } from '@/lib/notifications/client'
import { pageContext } from '@/lib/core/server/auth/access'
import { readNotificationSettings } from '@/lib/shops/server/notification-settings'
import { withWords } from '@/lib/core/i18n/words'
import { answer, Prefetched } from '../../prefetched'

export const generateMetadata = (): Metadata => ({ title: getTranslator('notificationSettings')('title') })

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

export default withWords(Page, 'notificationSettings', 'reach', 'table', 'time')
