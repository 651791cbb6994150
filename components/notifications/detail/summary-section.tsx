'use client'
import { ShieldAlert } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { RelativeTime } from '@/components/time/relative-time'
import { Breakable } from '@/components/ui/text/breakable'
import { CopyButton } from '@/components/ui/text/copy-button'
import { type Description, DescriptionList } from '@/components/ui/text/description-list'
import { visibleText } from '@/components/ui/text/visible-text'
import type { NotificationDetail } from '@/lib/notifications/schema'
import { cardText } from '@/lib/core/format/card'
import { Link } from '../../ui/link'
import { summaryOf } from './summary'

interface SummaryProps {
  notification: NotificationDetail
  hrefOf: (id: string) => Route
}

export function Summary({ notification, hrefOf }: SummaryProps) {
  const t = useTranslations('notifications')
  const { amountText } = useMoney()
  const sentences = summaryOf(notification, amountText(notification))
  return (
    <section aria-label={t('summaryLabel')} className="px-5 py-4 max-md:px-4">
      <p className="mb-3.5 text-base/6 wrap-anywhere">
        {sentences.map(({ key, values }) => (
          <bdi key={key}>{`${t(`summary.${key}`, values)} `}</bdi>
        ))}
      </p>
      {notification.has_card_number && (
        <p
          role="note"
          className="mb-3.5 flex items-start gap-2 rounded-md bg-danger-weak px-3 py-2 text-md text-danger"
        >
          <ShieldAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          {t('cardNumberText')}
        </p>
      )}
      <Facts notification={notification} hrefOf={hrefOf} />
    </section>
  )
}

function Facts({ notification, hrefOf }: SummaryProps) {
  const t = useTranslations('notifications')
  const { uid, card_brand: brand, card_last_4: last4, three_d_secure_status: threeDSecure } = notification
  const { message, description, tracking_id: trackingId, email, answer, parent } = notification
  const facts: (Description | false)[] = [
    uid !== null && {
      term: t('uid'),
      value: (
        <span className="flex items-start gap-1">
          <span className="min-w-0 font-mono text-xs/5 break-all">{visibleText(uid)}</span>
          <CopyButton isIcon text={uid} label={t('copyUid')} className="-my-1" />
        </span>
      ),
    },
    parent !== null && { term: t('parent'), value: <Parent parent={parent} hrefOf={hrefOf} /> },
    message !== null && { term: t('message'), value: <UntrustedText text={message} /> },
    last4 !== null && { term: t('card'), value: cardText(brand, last4) },
    threeDSecure !== null && { term: t('threeDSecure'), value: <UntrustedText text={threeDSecure} /> },
    description !== null && { term: t('columns.description'), value: <UntrustedText text={description} /> },
    trackingId !== null && {
      term: t('columns.tracking_id'),
      value: <span className="font-mono text-xs/5 break-all">{visibleText(trackingId)}</span>,
    },
    email !== null && { term: t('columns.email'), value: <Breakable text={visibleText(email)} /> },
    { term: t('columns.received_at'), value: <RelativeTime at={notification.received_at} /> },
    answer !== null && {
      term: t('answer'),
      value: (
        <>
          {t('answerCode', { code: answer.code })}
          {answer.message !== null && (
            <>
              {' · '}
              <UntrustedText text={answer.message} />
            </>
          )}
          <span className="block text-sm text-muted">
            {t('answeredIn', { ms: Math.round(answer.answered_in_ms) })}
          </span>
          {answer.endpoint_status !== null && (
            <span className="block text-sm text-muted">
              {t('endpointStatus', { status: answer.endpoint_status })}
            </span>
          )}
        </>
      ),
    },
  ]
  return <DescriptionList items={facts.filter((fact) => fact !== false)} />
}

interface ParentProps extends Pick<SummaryProps, 'hrefOf'> {
  parent: NonNullable<NotificationDetail['parent']>
}

/** Names the parent transaction, with a link if we have a notification of it. */
function Parent({ parent: { uid, id }, hrefOf }: ParentProps) {
  const t = useTranslations('notifications')
  const name = <span className="font-mono text-xs/5 break-all">{visibleText(uid)}</span>
  return id === null ? (
    <>
      {name}
      <span className="block text-sm text-muted">{t('parentUnknown')}</span>
    </>
  ) : (
    <Link href={hrefOf(id)} className="rounded-xs text-accent hover:underline">
      {name}
    </Link>
  )
}

/** Renders untrusted text safely. */
function UntrustedText({ text }: { text: string }) {
  return (
    <bdi dir="auto" className="wrap-anywhere">
      {visibleText(text)}
    </bdi>
  )
}
