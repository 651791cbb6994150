'use client'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { PageHeader } from '@/components/frame/page-header'

/** The header of the pages on which a card is typed in. */
export function DirectHeader({ shop }: { shop: string }) {
  const t = useTranslations('cardTokens')
  return (
    <PageHeader
      title={t('direct.title')}
      crumbs={[
        { label: t('title'), href: `/shops/${shop}/card-tokens` as Route },
        { label: t('direct.crumb') },
      ]}
      crumbsLabel={t('crumbs')}
    />
  )
}
