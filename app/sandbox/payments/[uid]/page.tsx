import type { Metadata } from 'next'
import { Check, X } from 'lucide-react'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { cache } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { DescriptionList } from '@/components/ui/description-list'
import { getTranslator } from '@/lib/i18n/server'
import { paymentResult, type PaymentResult } from '@/lib/sandbox/payments/result'
import { Notice } from '../../notice'
import { price } from '../../price'

const load = cache(paymentResult)

type Props = PageProps<'/sandbox/payments/[uid]'>

const outcome = ({ status, type }: PaymentResult) =>
  status === 'failed' ? 'declined' : type === 'authorization' ? 'authorized' : 'paid'

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await connection()
  const payment = await load((await params).uid)
  return payment ? { title: getTranslator('sandbox.result')(outcome(payment)) } : {}
}

/** What became of a payment, and the way back to the shop. */
export default async function PaymentPage({ params }: Props) {
  await connection()
  const payment = await load((await params).uid)
  if (!payment) notFound()
  const t = getTranslator('sandbox.result')
  const result = outcome(payment)
  const declined = result === 'declined'
  return (
    <Notice
      tone={declined ? 'bad' : 'ok'}
      icon={declined ? <X size={22} /> : <Check size={22} />}
      title={t(result)}
      text={t(`${result}Text`, { amount: price(payment) })}
    >
      <div className="border-t bg-sunken px-6 py-4 max-md:px-4">
        <DescriptionList
          items={[
            { term: t('product'), value: payment.productName },
            { term: t('amount'), value: <span className="tabular-nums">{price(payment)}</span> },
            {
              term: t('reference'),
              value: <span className="font-mono text-sm break-all">{payment.uid}</span>,
            },
          ]}
        />
      </div>
      {(declined || payment.returnTo) && (
        <div className="grid gap-2 border-t px-6 py-4 max-md:px-4">
          {declined && (
            <a
              href={`/sandbox/products/${payment.productId}/pay`}
              className={buttonClass('primary', 'md', 'min-h-11 text-base!')}
            >
              {t('tryAgain')}
            </a>
          )}
          {payment.returnTo && (
            <a
              href={payment.returnTo}
              className={buttonClass(declined ? 'secondary' : 'primary', 'md', 'min-h-11 text-base!')}
            >
              {t('back')}
            </a>
          )}
        </div>
      )}
    </Notice>
  )
}
