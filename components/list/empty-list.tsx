'use client'
import { type LucideIcon, Plus } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { EmptyState } from '../ui/empty-state'
import { LinkButton } from '../ui/link-button'
import type { ListWords } from './define-list'

interface EmptyListProps {
  of: ListWords
  icon: LucideIcon
  /** Null when the viewer may not create any. */
  newHref: Route | null
}

/** The empty state of a list without records. */
export function EmptyList({ of, icon: Icon, newHref }: EmptyListProps) {
  const t = useTranslations(of)
  const create = newHref && (
    <LinkButton href={newHref} variant="primary" icon={<Plus aria-hidden size={16} />}>
      {t('new' as 'title')}
    </LinkButton>
  )
  return (
    <EmptyState icon={<Icon size={19} />} title={t('emptyTitle')} action={create}>
      {t('emptyText')}
    </EmptyState>
  )
}
