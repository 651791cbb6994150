import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { getTranslator } from '@/lib/core/i18n/server'

export default function ForbiddenInShop() {
  const t = getTranslator('errors')
  return (
    <EmptyState isPage title={t('forbidden')} action={<LinkButton href="/">{t('home')}</LinkButton>}>
      {t('forbiddenText')}
    </EmptyState>
  )
}
