'use client'
import { Plus } from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../ui/empty-state'
import { LinkButton } from '../ui/link-button'

interface MirrorEmptyProps {
  of: 'products' | 'customers'
  icon: ReactNode
  /** Null when the viewer may not create any. */
  newHref: Route | null
}

/** The empty state of a list that was read and has no entries. */
export default function MirrorEmpty({ of, icon, newHref }: MirrorEmptyProps) {
  const t = useTranslations(of)
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
