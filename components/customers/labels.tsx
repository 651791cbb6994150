'use client'
import { useTranslations } from 'use-intl'
import { Badge } from '@/components/ui/text/badge'

/** Labels on one line, up to `most`, then the number of the others. */
export function Labels({ labels, most = labels.length }: { labels: readonly string[]; most?: number }) {
  const t = useTranslations('customers')
  const more = labels.slice(most)
  return (
    <span className="inline-flex max-w-full min-w-0 flex-wrap items-center gap-1">
      {labels.slice(0, most).map((label) => (
        <LabelBadge key={label} label={label} />
      ))}
      {more.length > 0 && (
        <span className="text-xs text-muted" title={more.join(', ')}>
          {t('moreLabels', { count: more.length })}
        </span>
      )}
    </span>
  )
}

const LabelBadge = ({ label }: { label: string }) => (
  <Badge className="max-w-40 min-w-0">
    <bdi className="truncate" title={label}>
      {label}
    </bdi>
  </Badge>
)
