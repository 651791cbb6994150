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
  /** Null for who may make none. */
  newHref: Route | null
}

/** The gateway's list was read, and there are none. */
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
