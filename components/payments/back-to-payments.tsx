'use client'
import type { Route } from 'next'
import { useParams } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { LinkButton } from '@/components/ui/link'

/** Reads the shop from the route, because not-found pages get no props. */
export function BackToPayments() {
  const t = useTranslations('paymentPage')
  const { shop, id } = useParams<{ shop: string; id: string }>()
  const q = encodeURIComponent(decodeURIComponent(id).slice(0, 200))
  return (
    <span className="flex flex-wrap justify-center gap-2">
      <LinkButton href={`/shops/${shop}/payments` as Route}>{t('backToList')}</LinkButton>
      <LinkButton href={`/shops/${shop}/notifications?q=${q}` as Route}>{t('toNotifications')}</LinkButton>
    </span>
  )
}
