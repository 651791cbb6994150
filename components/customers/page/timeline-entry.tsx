'use client'
import {
  CircleCheck,
  CircleDot,
  CircleX,
  History,
  type LucideIcon,
  ShoppingCart,
  StickyNote,
  TriangleAlert,
  Undo2,
} from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useMoney } from '@/components/money/use-money'
import { Acceptance } from '@/components/payment-status/acceptance'
import { PaymentSteps, restsOnHref } from '@/components/payment-status/payment-steps'
import { isReportedLate, usePaymentText } from '@/components/payment-status/use-payment-text'
import { RelativeTime } from '@/components/time/relative-time'
import { when } from '@/components/time/when'
import { Badge, type Tone } from '@/components/ui/text/badge'
import { visibleName } from '@/components/ui/text/visible-text'
import { stateWordOf } from '@/lib/checkouts/state'
import type { TimelineEntry as Entry } from '@/lib/customers/schema'
import { checkoutTones, stateTones } from '@/lib/payments/tone'
import { Link } from '../../ui/link'
import { useChangeText } from './change-text'
import { useCustomerTitle } from './use-customer'

interface TimelineEntryProps {
  shop: string
  /** The customer of the page. An entry may belong to a customer merged into it. */
  id: string
  entry: Entry
}

export function TimelineEntry({ shop, id, entry }: TimelineEntryProps) {
  const t = useTranslations('customers.timeline')
  const of = entry.customer_id === id ? null : <OfJoined shop={shop} id={entry.customer_id} />
  if (entry.kind === 'payment')
    return (
      <PaymentLine shop={shop} entry={entry}>
        {of}
      </PaymentLine>
    )
  if (entry.kind === 'checkout')
    return (
      <CheckoutLine shop={shop} entry={entry}>
        {of}
      </CheckoutLine>
    )
  if (entry.kind === 'note')
    return (
      <Line
        icon={StickyNote}
        tone="text-warn"
        title={t('note')}
        at={entry.at}
        note={entry.by ?? t('somebody')}
      >
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {entry.text || <span className="text-muted">{t('anonymised')}</span>}
        </p>
        {of}
      </Line>
    )
  return (
    <ChangeLine shop={shop} entry={entry}>
      {of}
    </ChangeLine>
  )
}

const looks: Record<Tone, { icon: LucideIcon; tone: string }> = {
  ok: { icon: CircleCheck, tone: 'text-accent' },
  bad: { icon: CircleX, tone: 'text-danger' },
  info: { icon: CircleDot, tone: 'text-info' },
  warn: { icon: TriangleAlert, tone: 'text-warn' },
  neutral: { icon: Undo2, tone: 'text-muted' },
}

interface PaymentLineProps {
  shop: string
  entry: Extract<Entry, { kind: 'payment' }>
  children: ReactNode
}

function PaymentLine({ shop, entry, children }: PaymentLineProps) {
  const t = useTranslations('customers.timeline')
  const states = useTranslations('paymentState')
  const { title, parts } = usePaymentText()
  const evidence = t(`evidence.${entry.authenticity}`)
  return (
    <Line
      {...looks[stateTones[entry.state]]}
      title={
        <>
          <Link
            href={restsOnHref(shop, entry)}
            className="inline-flex min-h-6 items-center rounded-xs tabular-nums hover:underline"
          >
            {title(entry)}
          </Link>
          {entry.test && <Badge tone="warn">{t('test')}</Badge>}
        </>
      }
      at={entry.at}
      note={t(`matched.${entry.matched_by}`)}
    >
      <p className="text-muted wrap-anywhere">
        {[...parts(entry), evidence].map((part, at) => (
          <span key={part}>
            {at > 0 && ' · '}
            <bdi>{visibleName(part)}</bdi>
          </span>
        ))}
        {isReportedLate(entry) && <> · {states.rich('reportedLate', { when: when(entry.reported_at) })}</>}
      </p>
      <PaymentSteps shop={shop} payment={entry} />
      <Acceptance shop={shop} payment={entry} />
      {children}
    </Line>
  )
}

interface CheckoutLineProps {
  shop: string
  entry: Extract<Entry, { kind: 'checkout' }>
  children: ReactNode
}

/** A payment link made for the customer, with its outcome. */
function CheckoutLine({ shop, entry, children }: CheckoutLineProps) {
  const t = useTranslations('customers.timeline')
  const states = useTranslations('checkouts.state')
  const { amountText } = useMoney()
  const { id, state, transaction_type: type, description, tracking_id: tracking } = entry
  return (
    <Line
      icon={ShoppingCart}
      tone="text-muted"
      title={
        <>
          <Link
            href={`/shops/${shop}/checkouts/${id}` as Route}
            className="inline-flex min-h-6 items-center rounded-xs tabular-nums hover:underline"
          >
            {t('checkout', { amount: amountText(entry) ?? '' })}
          </Link>
          <Badge tone={checkoutTones[state]}>{states(stateWordOf(state, type))}</Badge>
          {entry.test && <Badge tone="warn">{t('test')}</Badge>}
        </>
      }
      at={entry.at}
      note={entry.by ?? t('somebody')}
    >
      <p className="text-muted wrap-anywhere">
        <bdi>{description}</bdi>
        {tracking && ` · ${t('tracking', { id: tracking })}`}
      </p>
      {children}
    </Line>
  )
}

interface ChangeLineProps {
  shop: string
  entry: Extract<Entry, { kind: 'change' }>
  children: ReactNode
}

function ChangeLine({ shop, entry, children }: ChangeLineProps) {
  const t = useTranslations('customers.timeline')
  const { title, text } = useChangeText(shop, entry)
  return (
    <Line icon={History} tone="text-muted" title={title} at={entry.at} note={entry.by ?? t('byItself')}>
      {text && <p className="text-muted wrap-anywhere">{text}</p>}
      {children}
    </Line>
  )
}

interface LineProps {
  icon: LucideIcon
  tone: string
  title: ReactNode
  at: string
  /** Below the time: how it was matched, or by whom. */
  note: string
  children?: ReactNode
}

function Line({ icon: Icon, tone, title, at, note, children }: LineProps) {
  return (
    <div className="flex gap-3 text-md/5">
      <Icon aria-hidden size={17} className={`mt-px shrink-0 ${tone}`} />
      <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4 gap-y-0.5">
        <div className="min-w-0 flex-1 basis-60">
          <p className="flex flex-wrap items-center gap-x-2 font-medium">{title}</p>
          {children}
        </div>
        <p className="text-sm wrap-anywhere text-muted md:text-end">
          <RelativeTime at={at} />
          <span className="md:hidden"> · </span>
          <span className="md:block">{note}</span>
        </p>
      </div>
    </div>
  )
}

/** Names the entry's customer, where it was merged into this one. */
function OfJoined({ shop, id }: { shop: string; id: string }) {
  const t = useTranslations('customers.timeline')
  const name = useCustomerTitle(shop, id)
  return <span className="block text-sm text-muted wrap-anywhere">{t('of', { name })}</span>
}
