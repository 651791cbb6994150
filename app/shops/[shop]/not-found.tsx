import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link'
import { pageTranslator } from '@/lib/core/server/i18n/page'

export default async function NotFoundInShop() {
  const t = await pageTranslator('errors')
  return (
    <EmptyState isPage title={t('notFound')} action={<LinkButton href="/">{t('home')}</LinkButton>}>
      {t('notFoundText')}
    </EmptyState>
  )
}
