'use client'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useLocale, useTranslations } from 'use-intl'
import { NoteForm } from '@/components/form/note-form'
import { ActivityLink } from '@/components/frame/activity-link'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { PageHeader } from '@/components/frame/page-header'
import { useFocusOnArrival } from '@/components/frame/use-focus-on-arrival'
import { useMay } from '@/components/frame/use-may'
import { Acceptance } from '@/components/payment-status/acceptance'
import { PaymentBadge } from '@/components/payment-status/payment-badge'
import { amountOf, usePaymentText } from '@/components/payment-status/use-payment-text'
import { RelativeTime } from '@/components/time/relative-time'
import { Card, Section } from '@/components/ui/card'
import { paymentKeys } from '@/lib/core/client/keys'
import { addPaymentNote, paymentDetailOptions } from '@/lib/payments/client'
import type { PaymentDetail } from '@/lib/payments/detail'
import { Amounts, Facts } from './facts'
import { Story } from './story'
import { PaymentActions } from './payment-actions'
import { useViewerTimeZone } from '@/components/time/clock'
import { CopyButton } from '@/components/ui/text/copy-button'
import { cardText } from '@/lib/core/format/card'
import { formatExact } from '@/lib/core/format/dates'

export function PaymentPage({ shop, uid }: { shop: string; uid: string }) {
  const t = useTranslations('paymentPage')
  // Refetches on mount, because the page missed events before it subscribed.
  const query = useQuery({ ...paymentDetailOptions(shop, uid), refetchOnMount: 'always' })
  const payment = query.data
  if (!payment) return query.isError ? <QueryError isPage query={query} title={t('failed')} /> : null
  return (
    <>
      <Header shop={shop} payment={payment} />
      <RefreshNotice query={query} />
      <div className="grid items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid min-w-0 gap-4.5">
          <Card>
            <Section title={t('story.title')} sub={t('story.sub')}>
              <Story shop={shop} payment={payment} />
            </Section>
          </Card>
          <Notes shop={shop} payment={payment} />
        </div>
        <div className="grid min-w-0 gap-4.5">
          <Amounts payment={payment}>
            <Acceptance shop={shop} payment={payment} />
          </Amounts>
          <PaymentActions shop={shop} payment={payment} />
          <Facts shop={shop} payment={payment} />
          <ActivityLink shop={shop} id={payment.uid} />
        </div>
      </div>
    </>
  )
}

const longestCrumb = 40

function Header({ shop, payment }: { shop: string; payment: PaymentDetail }) {
  const t = useTranslations('paymentPage')
  const title = useFocusOnArrival()
  const { money } = usePaymentText()
  const { uid, currency } = payment
  const amount = amountOf(payment)
  return (
    <PageHeader
      title={amount === null ? t('title') : money(amount, currency)}
      titleRef={title}
      crumbs={[
        { label: t('list'), href: `/shops/${shop}/payments` as Route },
        { label: uid.length <= longestCrumb ? uid : t('title') },
      ]}
      crumbsLabel={t('crumbs')}
      badges={<PaymentBadge payment={payment} />}
      actions={<SupportCopy payment={payment} />}
    />
  )
}

/** Copies what the provider's support asks for. Who paid is not in it, unless the shop's own texts say so. */
function SupportCopy({ payment }: { payment: PaymentDetail }) {
  const t = useTranslations('paymentPage.support')
  const { title } = usePaymentText()
  const locale = useLocale()
  const timeZone = useViewerTimeZone()
  const { references, card, sources } = payment
  const declined = sources.findLast(
    ({ decline, payment_uid: uid }) => decline !== null && uid === payment.uid,
  )
  const lines: [name: string, text: string | null | undefined][] = [
    [t('uid'), payment.uid],
    [t('state'), title(payment)],
    [t('at'), formatExact(new Date(payment.at), timeZone, locale)],
    [t('tracking'), payment.tracking_id],
    [t('rrn'), references.rrn],
    [t('authCode'), references.auth_code],
    [t('refId'), references.ref_id],
    [t('card'), card.last_4 && cardText(card.brand, card.last_4)],
    [t('message'), declined?.message ?? payment.message],
    [t('bankCode'), declined?.bank_code ?? references.bank_code],
  ]
  const text = lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join('\n')
  return <CopyButton text={text} label={t('copy')} />
}

interface NotesProps {
  shop: string
  payment: PaymentDetail
}

function Notes({ shop, payment: { uid, notes } }: NotesProps) {
  const t = useTranslations('paymentPage.notes')
  const client = useQueryClient()
  const mayWrite = useMay('payments.annotate')
  return (
    <Card>
      <Section title={t('title')}>
        {notes.length > 0 && (
          <ul className="mb-3 grid gap-3 text-md/5">
            {notes.map((note) => (
              <li key={note.id}>
                <p className="whitespace-pre-wrap wrap-anywhere">{note.text || t('anonymised')}</p>
                <p className="text-sm wrap-anywhere text-muted">
                  {note.by} · <RelativeTime at={note.at} />
                </p>
              </li>
            ))}
          </ul>
        )}
        {mayWrite && (
          <NoteForm
            send={(note) => addPaymentNote(shop, uid, note)}
            onAdded={() => client.invalidateQueries({ queryKey: paymentKeys.detail(shop, uid) })}
          />
        )}
      </Section>
    </Card>
  )
}
