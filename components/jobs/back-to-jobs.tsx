'use client'
import type { Route } from 'next'
import { useParams } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { LinkButton } from '@/components/ui/link-button'

/**
 * Links to the job list of the current shop. Takes the shop from the route, as not-found pages get no props.
 */
export function BackToJobs() {
  const t = useTranslations('tasks')
  const { shop } = useParams<{ shop: string }>()
  return <LinkButton href={`/shops/${shop}/jobs` as Route}>{t('backToList')}</LinkButton>
}
