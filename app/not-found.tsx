import type { Metadata } from 'next'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { getTranslator } from '@/lib/core/i18n/server'

export const generateMetadata = (): Metadata => ({ title: getTranslator('errors')('notFound') })

export default function NotFound() {
  const t = getTranslator('errors')
  return (
    <main className="grid min-h-[60dvh] place-items-center">
      <EmptyState isPage title={t('notFound')} action={<LinkButton href="/">{t('home')}</LinkButton>}>
        {t('notFoundText')}
      </EmptyState>
    </main>
  )
}
