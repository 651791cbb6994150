import { CalendarX2, PackageX } from 'lucide-react'
import type { PayerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import { price } from '@/lib/sandbox/price'
import type { PayerProduct } from '@/lib/sandbox/products/pay'
import { Notice } from '../payer/notice'
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

const icons = { expired: CalendarX2, sold_out: PackageX }

interface UnpayableProps {
  product: PayerProduct
  state: keyof typeof icons
  language: PayerLanguage
}

export function Unpayable({ product, state, language }: UnpayableProps) {
  const t = payerTranslator(language, 'sandbox.states')
  const Icon = icons[state]
  return (
    <Notice icon={<Icon size={20} />} title={t(state)} text={t(`${state}Text`)}>
      <ProductHead product={product} language={language} />
    </Notice>
  )
}
