import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { getTranslator } from '@/lib/core/i18n/server'

export default function NotForSupport() {
  const t = getTranslator('forwarding')
  return (
    <EmptyState
      isPage
      title={t('notForSupport')}
      action={<LinkButton href="/">{getTranslator('errors')('home')}</LinkButton>}
    >
      {t('notForSupportText')}
    </EmptyState>
  )
}
