import { SearchX } from 'lucide-react'
import { BackToNotifications } from '@/components/notifications/back-to-notifications'
import { EmptyState } from '@/components/ui/empty-state'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'

function UnknownNotification() {
  const t = getTranslator('notifications')
  return (
    <EmptyState isPage icon={<SearchX size={19} />} title={t('unknownOne')} action={<BackToNotifications />}>
      {t('unknownOneText')}
    </EmptyState>
  )
}

export default withWords(UnknownNotification, 'notifications')
