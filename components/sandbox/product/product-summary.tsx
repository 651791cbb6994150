import type { PayerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import { price } from '@/lib/sandbox/price'
import type { PayerProduct } from '@/lib/sandbox/products/pay'
import { OrderHead } from '../payer/order-head'

interface ProductHeadProps {
  product: PayerProduct
  language: PayerLanguage
  isTitle?: boolean
}

export function ProductHead({ product, language, isTitle }: ProductHeadProps) {
  const t = payerTranslator(language, 'sandbox.pay')
  return (
    <OrderHead
      isTitle={isTitle}
      testMark={product.test ? t('testProduct') : undefined}
      name={product.name}
      description={product.description}
      amount={price(product, language)}
      note={product.type === 'authorization' ? t('holdNote') : undefined}
    />
  )
}
