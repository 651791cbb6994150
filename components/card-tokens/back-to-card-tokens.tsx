'use client'
import type { Route } from 'next'
import { useParams } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { LinkButton } from '@/components/ui/link-button'

/** Links to the current shop's list. Takes the shop from the address, because not-found pages get no params. */
export function BackToCardTokens() {
  const t = useTranslations('cardTokens')
  const { shop } = useParams<{ shop: string }>()
  return <LinkButton href={`/shops/${shop}/card-tokens` as Route}>{t('backToList')}</LinkButton>
}
