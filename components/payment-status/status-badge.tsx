'use client'
import { useTranslations } from 'use-intl'
import { Marked } from '@/components/data-table/marked'
import { Badge, type Tone } from '@/components/ui/text/badge'
import type { NotificationItem } from '@/lib/notifications/schema'
import { meaningOf } from '@/lib/payments/state'
import { kindWord, meaningKey, shownStatus } from '@/lib/notifications/status'
import { meaningTones } from '@/lib/payments/tone'

const otherTones: Record<NotificationItem['kind'], Tone> = {
  transaction: 'neutral',
  verification: 'info',
  expired_checkout: 'neutral',
  unknown: 'neutral',
  unreadable: 'neutral',
}

interface StatusBadgeProps {
  notification: Pick<NotificationItem, 'status' | 'type' | 'kind' | 'worked_out' | 'quarantined'> &
    Partial<Pick<NotificationItem, 'accepted' | 'marks' | 'amounts_differ' | 'difference'>>
}

/**
 * The meaning of a notification, and whether it can be believed. Never shows an unverified one as paid, nor refunds and
 * chargebacks in green. Shows the gateway's own words for an undocumented status, and for one that was searched for.
 */
export function StatusBadge({ notification }: StatusBadgeProps) {
  const t = useTranslations('notifications')
  const states = useTranslations('paymentState')
  const {
    status,
    type,
    kind,
    quarantined,
    accepted,
    marks,
    amounts_differ: isAmountDifferent,
    difference,
  } = notification
  const statusText = shownStatus({ kind, status })
  const meaning = meaningOf({ type, status })
  // A payment that differs from what was asked for is not green.
  const isPlain = difference == null || meaningTones[meaning] !== 'ok'
  const usual = kind === 'transaction' ? (isPlain ? meaningTones[meaning] : 'neutral') : otherTones[kind]
  const word = marks?.status.length ? null : meaningKey({ status, type, kind, quarantined })
  return (
    <span className="inline-flex flex-wrap gap-1">
      {(!quarantined || statusText !== null || kind === 'verification') && (
        <Badge tone={quarantined ? 'neutral' : usual} className="max-w-[180px]">
          <bdi className="truncate">
            {word !== null ? (
              states(`meaning.${word}`)
            ) : statusText === null ? (
              t(`kinds.${kindWord(notification)}`)
            ) : (
              <Marked text={statusText} marks={marks?.status} />
            )}
          </bdi>
        </Badge>
      )}
      {difference && <Badge tone="warn">{states(`short.${difference}`)}</Badge>}
      {isAmountDifferent && <Badge tone="warn">{states('amountsDiffer')}</Badge>}
      {accepted === false && <Badge tone="bad">{t('declined')}</Badge>}
      {quarantined && <Badge tone="warn">{t('quarantined')}</Badge>}
    </span>
  )
}
