import { CalendarX2, PackageX } from 'lucide-react'
import { getTranslator } from '@/lib/i18n/server'
import type { PayerProduct } from '@/lib/sandbox/products/payer-view'
import { Notice } from './notice'
import { ProductHead } from './product-head'

const icons = { expired: CalendarX2, sold_out: PackageX }

/** A product that takes no payment now, and why. */
export function Unpayable({ product, state }: { product: PayerProduct; state: keyof typeof icons }) {
  const t = getTranslator('sandbox.states')
  const Icon = icons[state]
  return (
    <Notice icon={<Icon size={20} />} title={t(state)} text={t(`${state}Text`)}>
      <ProductHead product={product} />
    </Notice>
  )
}
