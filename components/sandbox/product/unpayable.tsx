import { CalendarX2, PackageX } from 'lucide-react'
import type { PayerLanguage } from '@/lib/core/i18n/payer-languages'
import { payerTranslator } from '@/lib/core/i18n/payer-messages'
import type { PayerProduct } from '@/lib/sandbox/products/pay'
import { Notice } from '../payer/notice'
import { ProductHead } from './product-head'

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
