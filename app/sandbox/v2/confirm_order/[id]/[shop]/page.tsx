import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { cache } from 'react'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { DescriptionList } from '@/components/ui/text/description-list'
import { PageTitle } from '@/components/ui/page-title'
import { payerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { price } from '@/lib/sandbox/price'
import { payerProduct } from '@/lib/sandbox/products/pay'
import { PayerShell } from '@/components/sandbox/payer/shell'
import { Unpayable } from '@/components/sandbox/product/product-summary'

const load = cache((id: string, shop: string) => pageQuery(() => payerProduct(id, shop)))

type Props = PageProps<'/sandbox/v2/confirm_order/[id]/[shop]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await connection()
  const { id, shop } = await params
  const product = await load(id, shop)
  return product
    ? { title: payerTranslator(payerLanguage(product.language), 'sandbox.confirm')('title') }
    : {}
}

/**
 * `confirm_url`, the link for e-mail and messengers (docs/gateway.md#product-response). Safe for preview bots: the page
 * only shows the order and links to the payment page.
 */
export default async function ConfirmOrderPage({ params }: Props) {
  await connection()
  const { id, shop } = await params
  const product = await load(id, shop)
  if (!product) notFound()
  const language = payerLanguage(product.language)
  const t = payerTranslator(language, 'sandbox.confirm')
  if (product.state !== 'payable')
    return (
      <PayerShell language={language}>
        <Unpayable product={product} state={product.state} language={language} />
      </PayerShell>
    )
  return (
    <PayerShell language={language}>
      <Card className="p-6 max-md:p-4">
        <PageTitle>{t('title')}</PageTitle>
        <p className="mt-1 text-muted">{t('text')}</p>
        <p dir="auto" className="mt-5 text-lg font-semibold wrap-anywhere">
          {product.name}
        </p>
        <p dir="auto" className="mt-0.5 wrap-anywhere whitespace-pre-line text-muted">
          {product.description}
        </p>
        <DescriptionList
          className="mt-4 border-t pt-4"
          items={[
            { term: t('shop'), value: t('shopValue', { id: shop }) },
            {
              term: t('amount'),
              value: <strong className="tabular-nums">{price(product, language)}</strong>,
            },
          ]}
        />
        {/* A plain link, because each view of the payment page creates a new attempt. */}
        <a
          href={`/sandbox/products/${product.id}/pay`}
          rel="nofollow"
          className={buttonClass('primary', 'md', 'mt-6 min-h-11 w-full text-base!')}
        >
          {t('continue')}
        </a>
      </Card>
    </PayerShell>
  )
}
