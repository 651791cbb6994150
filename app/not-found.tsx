import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link'
import { pageTranslator, titled } from '@/lib/core/server/i18n/page'

export const generateMetadata = titled('errors', (t) => t('notFound'))

export default async function NotFound() {
  const t = await pageTranslator('errors')
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <EmptyState isPage title={t('notFound')} action={<LinkButton href="/">{t('home')}</LinkButton>}>
        {t('notFoundText')}
      </EmptyState>
    </main>
  )
}
