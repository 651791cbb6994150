'use client'
import type { Route } from 'next'
import { useParams } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { LinkButton } from '@/components/ui/link-button'

/** Leads to the list of the shop in the address: a not-found page gets no parameters. */
export function BackToJobs() {
  const t = useTranslations('tasks')
  const { shop } = useParams<{ shop: string }>()
  return <LinkButton href={`/shops/${shop}/jobs` as Route}>{t('backToList')}</LinkButton>
}
