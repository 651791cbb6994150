'use client'
import type { Route } from 'next'
import { useParams } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { LinkButton } from '@/components/ui/link-button'

/** To the list of the shop whose page this is: what says that something is not there is told no shop. */
export function BackToCheckouts() {
  const t = useTranslations('checkouts')
  const { shop } = useParams<{ shop: string }>()
  return <LinkButton href={`/shops/${shop}/checkouts` as Route}>{t('backToList')}</LinkButton>
}
