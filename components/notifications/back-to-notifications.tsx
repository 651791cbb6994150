'use client'
import type { Route } from 'next'
import { useParams } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { LinkButton } from '@/components/ui/link-button'

/** To the list of the shop whose page this is: what says that something is not there is told no shop. */
export function BackToNotifications() {
  const t = useTranslations('notifications')
  const { shop } = useParams<{ shop: string }>()
  return <LinkButton href={`/shops/${shop}/notifications` as Route}>{t('backToList')}</LinkButton>
}
