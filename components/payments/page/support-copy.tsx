'use client'
import { useLocale, useTranslations } from 'use-intl'
import { useViewerTimeZone } from '@/components/time/clock'
import { usePaymentText } from '@/components/payment-status/use-payment-text'
import { CopyButton } from '@/components/ui/text/copy-button'
import { cardText } from '@/lib/core/format/card'
import { formatExact } from '@/lib/core/format/dates'
import type { PaymentDetail } from '@/lib/payments/detail'

/** Copies what the provider's support asks for, without personal data. */
export function SupportCopy({ payment }: { payment: PaymentDetail }) {
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
