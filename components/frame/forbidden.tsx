import type { ReactNode } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link'
import { getTranslator } from '@/lib/core/i18n/server'

/** Shown for a page that this person's role may not see, or that is of no use in this shop. Leads home. */
export function Forbidden({
  title,
  icon,
  children,
}: {
  title: string
  icon?: ReactNode
  children: ReactNode
}) {
  const t = getTranslator('errors')
  const home = <LinkButton href="/">{t('home')}</LinkButton>
  return (
    <EmptyState isPage icon={icon} title={title} action={home}>
      {children}
    </EmptyState>
  )
}
