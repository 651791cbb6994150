'use client'
import { useTranslations } from 'use-intl'
import type { ForwardingFilters } from '@/lib/forwarding/schema'

const usual = ['transaction', 'expired_checkout', 'unknown', 'unreadable']

/** What is sent to an endpoint, in a line. */
export function FilterSummary({ filters }: { filters: ForwardingFilters }) {
  const t = useTranslations('forwarding')
  const { kinds, statuses, types, grades, test } = filters
  const isAll = kinds.length === usual.length && usual.every((kind) => kinds.some((one) => one === kind))
  const parts = [
    isAll ? t('summary.all') : kinds.map((kind) => t(`kinds.${kind}`)).join(', '),
    statuses.length > 0 && t('summary.statuses', { words: statuses.join(', ') }),
    types.length > 0 && t('summary.types', { words: types.join(', ') }),
    test !== null && t(test ? 'summary.test' : 'summary.real'),
    grades.includes('unverified') && t('summary.quarantined'),
    !(['network', 'credentials'] as const).some((grade) => grades.includes(grade)) && t('summary.signed'),
  ].filter((part) => part !== false)
  return <p className="mt-2 text-md wrap-anywhere">{parts.join(' · ')}</p>
}
