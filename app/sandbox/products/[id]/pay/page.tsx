import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { randomUUID } from 'node:crypto'
import { cache } from 'react'
import { Card } from '@/components/ui/card'
import { getTranslator } from '@/lib/i18n/server'
import { payerProduct } from '@/lib/sandbox/products/payer-view'
import { price } from '../../../price'
import { ProductHead } from '../../../product-head'
import { Unpayable } from '../../../unpayable'
import { PayForm } from './pay-form'
import { TestCards } from './test-cards'

const load = cache(payerProduct)

type Props = PageProps<'/sandbox/products/[id]/pay'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  await connection()
  const product = await load((await params).id)
  return product ? { title: getTranslator('sandbox.pay')('title', { name: product.name }) } : {}
}

/** `pay_url`: where a payer pays for a product (interface: “Product”). */
export default async function PayPage({ params, searchParams }: Props) {
  await connection()
  const product = await load((await params).id)
  if (!product) notFound()
  const t = getTranslator('sandbox')
  if (product.state !== 'payable') return <Unpayable product={product} state={product.state} />
  const { stale } = await searchParams
  return (
    <>
      {stale !== undefined && (
        <p role="status" className="mb-4 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
          {t('pay.stale')}
        </p>
      )}
      <Card className="overflow-hidden">
        <ProductHead product={product} isTitle />
        <PayForm
          productId={product.id}
          attempt={randomUUID()}
          shown={{ amount: product.amount, currency: product.currency }}
          visibleFields={product.visibleFields}
          label={t(product.type === 'payment' ? 'pay.payAmount' : 'pay.authorizeAmount', {
            amount: price(product),
          })}
        />
      </Card>
      <TestCards />
    </>
  )
}
