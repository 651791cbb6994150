import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { DescriptionList } from '@/components/ui/description-list'
import { getTranslator } from '@/lib/i18n/server'
import { payerProduct } from '@/lib/sandbox/products/payer-view'
import { price } from '../../../../price'
import { Unpayable } from '../../../../unpayable'

export const generateMetadata = (): Metadata => ({ title: getTranslator('sandbox.confirm')('title') })

/**
 * `confirm_url`, the link for e-mail and messengers (field notes): a preview robot that opens it starts
 * nothing, so it only shows the order and leads on.
 */
export default async function ConfirmOrderPage({
  params,
}: PageProps<'/sandbox/v2/confirm_order/[id]/[shop]'>) {
  await connection()
  const { id, shop } = await params
  const product = await payerProduct(id, shop)
  if (!product) notFound()
  const t = getTranslator('sandbox.confirm')
  if (product.state !== 'payable') return <Unpayable product={product} state={product.state} />
  return (
    <Card className="p-6 max-md:p-4">
      <h1 className="text-xl font-semibold tracking-tight">{t('title')}</h1>
      <p className="mt-1 text-muted">{t('text')}</p>
      <p className="mt-5 text-lg font-semibold break-words">{product.name}</p>
      <p className="mt-0.5 break-words whitespace-pre-line text-muted">{product.description}</p>
      <DescriptionList
        className="mt-4 border-t pt-4"
        items={[
          { term: t('shop'), value: t('shopValue', { id: shop }) },
          { term: t('amount'), value: <strong className="tabular-nums">{price(product)}</strong> },
        ]}
      />
      {/* A plain link: every showing of the payment page is a new one. */}
      <a
        href={`/sandbox/products/${product.id}/pay`}
        rel="nofollow"
        className={buttonClass('primary', 'md', 'mt-6 min-h-11 w-full text-base!')}
      >
        {t('continue')}
      </a>
    </Card>
  )
}
