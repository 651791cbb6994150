'use client'
import { useTranslations } from 'use-intl'
import { fromMark, Marked } from '@/components/data-table/marked'
import { useContractName } from '@/components/payment-status/contract-name'
import { visibleText } from '@/components/ui/text/visible-text'
import type { Mark } from '@/lib/core/lists/list'
import type { PaymentItem } from '@/lib/payments/list'
import { paymentName } from '@/lib/payments/name'

interface PaymentNameProps {
  payment: PaymentItem
  /** Whether the row already shows the field elsewhere. */
  isShown: (field: string) => boolean
}

/** Says what a payment is for, with its tracking ID, and why a search found it. */
export function PaymentName({ payment, isShown }: PaymentNameProps) {
  const t = useTranslations('paymentList')
  const contractName = useContractName()
  const { description, product_name: product, contracts, match } = payment
  const name = paymentName(payment)
  const marks = name === description ? match?.marks?.description : undefined
  const isUncounted = payment.steps.some((step) => step.not_counted !== null)
  const isUnlinked = payment.checkout_id === null && payment.product_id === null
  return (
    <>
      <span dir="auto" className="block truncate text-parent font-medium">
        <Marked {...fromMark(name, marks)} show={visibleText} />
      </span>
      <span
        dir="auto"
        className="block truncate text-start text-xs text-muted group-data-[density=compact]/table:hidden"
      >
        {/* First, because a long tracking ID fills a phone's line. */}
        {payment.authenticity === 'statement' && (
          <span className="me-2 text-warn">{t('onlyInStatement')}</span>
        )}
        {isUncounted && <span className="me-2 text-warn">{t('notCounted')}</span>}
        {isUnlinked && <span className="me-2">{t('unlinked')}</span>}
        {payment.tracking_id && !isShown('tracking_id') && (
          <bdi className="me-2 font-mono">
            <Marked text={payment.tracking_id} marks={match?.marks?.tracking_id} show={visibleText} />
          </bdi>
        )}
        {product && product !== name && <span className="me-2">{visibleText(product)}</span>}
        {contracts.length > 0 && (
          <span className="me-2">{visibleText(contracts.map(contractName).join(', '))}</span>
        )}
      </span>
      <WhyFound payment={payment} />
    </>
  )
}

interface Reason {
  label: string
  text: string
  marks: readonly Mark[]
}

/** What a search matched that the row does not show. */
function WhyFound({ payment: { match, uid, email } }: Pick<PaymentNameProps, 'payment'>) {
  const t = useTranslations('paymentList')
  if (!match) return null
  const { marks, found, reasons: said = [] } = match
  const reasons: Reason[] = [
    ...(marks?.uid.length ? [{ label: t('columns.uid'), text: uid, marks: marks.uid }] : []),
    ...(marks?.email.length && email ? [{ label: t('reasons.email'), text: email, marks: marks.email }] : []),
    ...(found ? [{ label: String(found.path.at(-1) ?? ''), text: found.text, marks: found.marks }] : []),
  ]
  if (reasons.length + said.length === 0) return null
  return (
    <span dir="auto" className="block truncate text-xs font-normal text-muted">
      {reasons.map(({ label, text, marks: own }, at) => (
        <span key={label}>
          {at > 0 && ' · '}
          <bdi>{`${visibleText(label)}: `}</bdi>
          <bdi>
            <Marked {...fromMark(text, own, 12)} show={visibleText} />
          </bdi>
        </span>
      ))}
      {said.map(({ by, word, name }, at) => (
        <span key={`${by} ${word}`}>
          {reasons.length + at > 0 && ' · '}
          {`${t(`reasons.${by}`)}: ${visibleText(name ?? word)}`}
        </span>
      ))}
    </span>
  )
}
