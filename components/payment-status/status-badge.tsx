'use client'
import { useTranslations } from 'use-intl'
import { Badge, type Tone } from '@/components/ui/badge'
import type { NotificationItem } from '@/lib/contracts/notification'

/** The gateway's own words; those not listed here are shown as they come, without a judgement. */
const tones: Record<string, Tone> = {
  successful: 'ok',
  completed: 'ok',
  failed: 'bad',
  error: 'bad',
  expired: 'warn',
  incomplete: 'warn',
  pending: 'info',
  processing: 'info',
}

/** What a notification says, and before that whether it can be believed: an unverified one is never shown as paid. */
export function StatusBadge({
  notification,
}: {
  notification: Pick<NotificationItem, 'status' | 'kind' | 'quarantined'>
}) {
  const t = useTranslations('notifications')
  const { status, kind, quarantined } = notification
  const tone = quarantined ? 'neutral' : (tones[status ?? ''] ?? 'neutral')
  return (
    <span className="inline-flex flex-wrap gap-1">
      {(!quarantined || status) && (
        <Badge tone={tone} className="max-w-[180px]">
          <span className="truncate">{status ?? t(`kinds.${kind}`)}</span>
        </Badge>
      )}
      {quarantined && <Badge tone="warn">{t('quarantined')}</Badge>}
    </span>
  )
}
