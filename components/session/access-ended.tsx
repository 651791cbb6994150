'use client'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../ui/empty-state'
import { LinkButton } from '../ui/link'

/** Replaces a page when its viewer no longer has access to the shop. */
export default function AccessEnded({ shop }: { shop: string }) {
  const t = useTranslations()
  return (
    <main role="alert" className="grid min-h-dvh place-items-center">
      <EmptyState
        isPage
        title={t('session.accessEnded', { shop })}
        action={<LinkButton href="/">{t('session.otherShops')}</LinkButton>}
      >
        {t('session.accessEndedText')}
      </EmptyState>
    </main>
  )
}
