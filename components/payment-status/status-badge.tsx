'use client'
import { useTranslations } from 'use-intl'
import { Marked } from '@/components/data-table/marked'
import { Badge, type Tone } from '@/components/ui/badge'
import type { NotificationItem } from '@/lib/contracts/notification'
import { kindWord, saidStatus } from '@/lib/format/notification-status'

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

interface StatusBadgeProps {
  notification: Pick<NotificationItem, 'status' | 'kind' | 'worked_out' | 'quarantined'> &
    Partial<Pick<NotificationItem, 'accepted' | 'marks'>>
}

/** What a notification says, and before that whether it can be believed: an unverified one is never shown as paid. */
export function StatusBadge({ notification }: StatusBadgeProps) {
  const t = useTranslations('notifications')
  const { status, kind, quarantined, accepted, marks } = notification
  const said = saidStatus({ kind, status })
  const usual = kind === 'verification' ? 'info' : (tones[said ?? ''] ?? 'neutral')
  return (
    <span className="inline-flex flex-wrap gap-1">
      {(!quarantined || said !== null || kind === 'verification') && (
        <Badge tone={quarantined ? 'neutral' : usual} className="max-w-[180px]">
          <bdi className="truncate">
            {said === null ? t(kindWord(notification)) : <Marked text={said} marks={marks?.status} />}
          </bdi>
        </Badge>
      )}
      {accepted === false && <Badge tone="bad">{t('declined')}</Badge>}
      {quarantined && <Badge tone="warn">{t('quarantined')}</Badge>}
    </span>
  )
}
