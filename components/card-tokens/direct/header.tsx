'use client'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PageHeader } from '@/components/frame/page-header'

/** Of the pages on which a card is typed in. */
export function DirectHeader({ shop, action }: { shop: string; action?: ReactNode }) {
  const t = useTranslations('cardTokens')
  return (
    <PageHeader
      title={t('direct.title')}
      crumbs={[
        { label: t('title'), href: `/shops/${shop}/card-tokens` as Route },
        { label: t('direct.crumb') },
      ]}
      crumbsLabel={t('crumbs')}
      actions={action && <span className="max-md:hidden">{action}</span>}
    />
  )
}
