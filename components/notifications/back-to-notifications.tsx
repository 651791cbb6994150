'use client'
import type { Route } from 'next'
import { useParams } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { LinkButton } from '@/components/ui/link-button'

/**
 * Links to the notification list of the current shop. Takes the shop from the route, as not-found pages get
 * no props.
 */
export function BackToNotifications() {
  const t = useTranslations('notifications')
  const { shop } = useParams<{ shop: string }>()
  return <LinkButton href={`/shops/${shop}/notifications` as Route}>{t('backToList')}</LinkButton>
}
