import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { getTranslator } from '@/lib/core/i18n/server'

export default function OnlyOwners() {
  const t = getTranslator('people')
  return (
    <EmptyState
      isPage
      title={t('onlyOwners')}
      action={<LinkButton href="/">{getTranslator('errors')('home')}</LinkButton>}
    >
      {t('onlyOwnersText')}
    </EmptyState>
  )
}
