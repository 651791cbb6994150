'use client'
import type { Route } from 'next'
import { useParams } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { LinkButton } from '@/components/ui/link-button'

/**
 * Links to the checkout list of the current shop. Takes the shop from the route, as not-found pages get no
 * props.
 */
export function BackToCheckouts() {
  const t = useTranslations('checkouts')
  const { shop } = useParams<{ shop: string }>()
  return <LinkButton href={`/shops/${shop}/checkouts` as Route}>{t('backToList')}</LinkButton>
}
