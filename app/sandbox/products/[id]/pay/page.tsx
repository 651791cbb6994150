import { randomUUID } from 'node:crypto'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { cache } from 'react'
import { Card } from '@/components/ui/card'
import { payerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { customerFieldNames } from '@/lib/gateway/customers/fields'
import { price } from '@/lib/sandbox/price'
import { payerProduct } from '@/lib/sandbox/products/pay'
import { Banner } from '@/components/sandbox/payer/notice'
import { countries } from '@/components/sandbox/payer/countries'
import { ProductHead, Unpayable } from '@/components/sandbox/product/product-summary'
import { PayerShell } from '@/components/sandbox/payer/shell'
import { TestCards } from '@/components/sandbox/payer/test-cards'
import { PayForm } from '@/components/sandbox/product/pay-form'

const load = cache((id: string) => pageQuery(() => payerProduct(id)))

type Props = PageProps<'/sandbox/products/[id]/pay'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await connection()
  const product = await load((await params).id)
  if (!product) return {}
  return {
    title: payerTranslator(payerLanguage(product.language), 'sandbox.pay')('title', { name: product.name }),
  }
}

/** `pay_url`: the payment page of a product (docs/gateway.md#products). */
export default async function PayPage({ params, searchParams }: Props) {
  await connection()
  const product = await load((await params).id)
  if (!product) notFound()
  const language = payerLanguage(product.language)
  const t = payerTranslator(language, 'sandbox')
  const { id, amount, currency, state } = product
  const visibleFields = customerFieldNames.filter((name) => product.visibleFields.includes(name))
  if (state !== 'payable')
    return (
      <PayerShell language={language}>
        <Unpayable product={product} state={state} language={language} />
      </PayerShell>
    )
  const { stale } = await searchParams
  return (
    <PayerShell language={language} isInteractive>
      {stale !== undefined && <Banner tone="warn">{t('pay.stale')}</Banner>}
      <Card className="overflow-hidden">
        <ProductHead product={product} language={language} isTitle />
        <PayForm
          productId={id}
          attempt={randomUUID()}
          shown={{ amount, currency }}
          visibleFields={visibleFields}
          countries={visibleFields.includes('country') ? countries(language) : []}
          label={t(product.type === 'payment' ? 'pay.payAmount' : 'pay.authorizeAmount', {
            amount: price(product, language),
          })}
        />
      </Card>
      <TestCards language={language} />
    </PayerShell>
  )
}
