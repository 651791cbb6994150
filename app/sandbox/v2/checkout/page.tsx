import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { cache } from 'react'
import { payerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { checkoutPage, payerCookie } from '@/lib/sandbox/checkouts/page-view'
import { PayerShell } from '@/components/sandbox/payer/shell'
import { AutoPay } from '@/components/sandbox/checkout/auto-pay'
import { Closed } from '@/components/sandbox/checkout/closed'
import { Payable } from '@/components/sandbox/checkout/payable'

const load = cache(async (token: string | string[] | undefined) =>
  typeof token === 'string'
    ? pageQuery(async () => checkoutPage(token, (await cookies()).get(payerCookie())?.value ?? null))
    : null,
)

/** The title of a tokenization does not mention payment. */
const titleOf = ({ type }: { type: string }) => (type === 'tokenization' ? 'saveCardButton' : 'orderTitle')

type Props = PageProps<'/sandbox/v2/checkout'>

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  await connection()
  const checkout = await load((await searchParams).token)
  return checkout
    ? { title: payerTranslator(payerLanguage(checkout.language), 'sandbox.pay')(titleOf(checkout)) }
    : {}
}

/** The hosted payment page: `redirect_url` of a payment token (docs/gateway.md#checkout-response). */
export default async function CheckoutPage({ searchParams }: Props) {
  await connection()
  const checkout = await load((await searchParams).token)
  if (!checkout) notFound()
  const language = payerLanguage(checkout.language)
  return (
    <PayerShell language={language} isInteractive={checkout.state === 'payable'}>
      {checkout.state !== 'payable' ? (
        <Closed checkout={checkout} state={checkout.state} language={language} />
      ) : checkout.autoPay ? (
        <AutoPay
          token={checkout.token}
          attempt={checkout.autoPay.attempt}
          iframe={checkout.iframe}
          isCard={checkout.type === 'tokenization'}
        />
      ) : (
        <Payable checkout={checkout} language={language} />
      )}
    </PayerShell>
  )
}
