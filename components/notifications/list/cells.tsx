'use client'
import type { Route } from 'next'
import { useLocale, useNow, useTranslations } from 'use-intl'
import { fromMark, Marked } from '@/components/data-table/marked'
import { useMoney } from '@/components/money/use-money'
import { StatusBadge } from '@/components/payment-status/status-badge'
import { useClock, useViewerTimeZone } from '@/components/time/clock'
import { RelativeTime } from '@/components/time/relative-time'
import { Badge } from '@/components/ui/text/badge'
import { visibleText } from '@/components/ui/text/visible-text'
import { calendarDays, formatDay, formatExact, formatTime } from '@/lib/core/format/dates'
import type { Mark } from '@/lib/core/lists/list'
import type { NotificationItem } from '@/lib/notifications/schema'
import { kindWord } from '@/lib/notifications/status'
import { Link } from '../../ui/link'
import { pathText } from '../payload/path-text'

interface NotificationNameProps {
  notification: NotificationItem
  /** Whether the row already shows the field elsewhere. */
  isShown: (field: string) => boolean
}

/** Shows the description, a warning of a card number, and below it what the search matched outside the row. */
export function NotificationName({ notification, isShown }: NotificationNameProps) {
  const t = useTranslations('notifications')
  const { description, kind, status, quarantined, has_card_number: hasCardNumber, marks } = notification
  const name = fromMark(description ?? '', marks?.description)
  // The status badge names the kind, unless it only says that the notification is unverified.
  const isKindKnown = !quarantined || status !== null || kind === 'verification'
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        {description === null ? (
          <span dir="auto" className="truncate text-muted">
            {t(isKindKnown ? 'noDescription' : `kinds.${kindWord(notification)}`)}
          </span>
        ) : (
          <bdi className="truncate">
            <Marked {...name} show={visibleText} />
          </bdi>
        )}
        {hasCardNumber && <Badge tone="bad">{t('cardNumber')}</Badge>}
      </span>
      <WhyFound notification={notification} isShown={isShown} />
    </>
  )
}

/** Fields that the list can show, but not in every layout. */
const elsewhere = ['tracking_id', 'uid', 'email', 'type'] as const

interface Reason {
  label: string
  title?: string
  text: string
  marks: readonly Mark[]
}

function WhyFound({ notification, isShown }: NotificationNameProps) {
  const names = useTranslations('notifications.columns')
  const t = useTranslations('notifications.reasons')
  const { marks, found, reasons: said = [] } = notification
  const reasons: Reason[] = elsewhere
    .filter((id) => !isShown(id) && marks?.[id].length)
    .map((id) => ({ label: names(id), text: notification[id] ?? '', marks: marks?.[id] ?? [] }))
  if (found) {
    const { path, ...value } = found
    const key = path.findLast((step) => typeof step === 'string') ?? ''
    reasons.push({ label: visibleText(key), title: visibleText(pathText(path)), ...value })
  }
  if (reasons.length + said.length === 0) return null
  return (
    <span dir="auto" className="block truncate text-xs font-normal text-muted">
      {reasons.map((reason, at) => (
        <span key={reason.label} title={reason.title}>
          {at > 0 && ' · '}
          <bdi>{`${reason.label}: `}</bdi>
          <bdi>
            <Marked {...fromMark(reason.text, reason.marks, 12)} show={visibleText} />
          </bdi>
        </span>
      ))}
      {said.map(({ by, word, name }, at) => (
        <span key={`${by} ${word}`}>
          {reasons.length + at > 0 && ' · '}
          {t(by, {
            word: visibleText(word),
            name: visibleText(name ?? ''),
            hasName: name === undefined ? 'no' : 'yes',
          })}
        </span>
      ))}
    </span>
  )
}

/** How long a newly arrived row is marked. */
const newMs = 60_000

/**
 * Shows the time to the second for today and the date otherwise, with a mark for rows that have just arrived.
 */
export function Received({ at: text }: { at: string }) {
  const locale = useLocale()
  const now = useClock()
  const timeZone = useViewerTimeZone()
  const at = new Date(text)
  const isToday = calendarDays(at, now, timeZone) === 0
  return (
    <>
      <time
        dateTime={text}
        title={formatExact(at, timeZone, locale)}
        className="font-mono text-xs text-muted"
      >
        {!isToday && `${formatDay(at, now, timeZone, locale)}, `}
        {formatTime(at, timeZone, { hasSeconds: isToday })}
      </time>
      <NewMark at={at} />
    </>
  )
}

function NewMark({ at }: { at: Date }) {
  const t = useTranslations('notifications.live')
  // The time the document was rendered, by the server's clock, which also stamps notifications.
  const opened = useNow()
  const now = useClock()
  if (at <= opened || now.getTime() - at.getTime() > newMs) return null
  return (
    <Badge tone="info" className="ms-2">
      {t('new')}
    </Badge>
  )
}

const isShown = (field: string) => field === 'tracking_id' || field === 'type'

export function NotificationCard({ notification, href }: { notification: NotificationItem; href: Route }) {
  const { amountText } = useMoney()
  const { type, received_at: at, tracking_id: trackingId, marks } = notification
  return (
    <Link href={href} data-row-link="" className="block rounded-sm">
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 font-medium">
          <NotificationName notification={notification} isShown={isShown} />
        </span>
        <span className="shrink-0 font-semibold tabular-nums">{amountText(notification)}</span>
      </span>
      {trackingId !== null && (
        <span dir="auto" className="block truncate font-mono text-xs text-muted">
          <bdi>
            <Marked text={trackingId} marks={marks?.tracking_id} show={visibleText} />
          </bdi>
        </span>
      )}
      <span className="mt-1 flex items-center justify-between gap-3 text-sm text-muted">
        <span className="min-w-0">
          {type !== null && (
            <>
              <bdi className="inline-block max-w-[130px] truncate align-bottom">
                <Marked text={type} marks={marks?.type} show={visibleText} />
              </bdi>
              {' · '}
            </>
          )}
          <RelativeTime at={at} isPlain />
          <NewMark at={new Date(at)} />
        </span>
        <StatusBadge notification={notification} />
      </span>
    </Link>
  )
}
