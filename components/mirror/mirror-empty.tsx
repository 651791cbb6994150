'use client'
import { CloudDownload, CloudOff, Plus } from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../ui/empty-state'
import { LinkButton } from '../ui/link-button'

interface MirrorEmptyProps {
  of: 'products' | 'customers'
  page: { syncing: boolean; synced_at: string | null }
  icon: ReactNode
  /** Null for who may make none. */
  newHref: Route | null
}

/** Why a list has none: it is being read, was never read (then nobody knows whether there are any), or is empty. */
export function MirrorEmpty({ of, page, icon, newHref }: MirrorEmptyProps) {
  const t = useTranslations(of)
  if (page.syncing)
    return (
      <EmptyState icon={<CloudDownload size={19} />} title={t('beingRead')}>
        {t('beingReadText')}
      </EmptyState>
    )
  if (page.synced_at === null)
    return (
      <EmptyState icon={<CloudOff size={19} />} title={t('notRead')}>
        {t('notReadText')}
      </EmptyState>
    )
  const create = newHref && (
    <LinkButton href={newHref} variant="primary" icon={<Plus aria-hidden size={16} />}>
      {t('new')}
    </LinkButton>
  )
  return (
    <EmptyState icon={icon} title={t('emptyTitle')} action={create}>
      {t('emptyText')}
    </EmptyState>
  )
}
