'use client'
import { useTranslations } from 'use-intl'
import { useFieldText } from '@/components/product-values/field-text'
import { useClock } from '@/components/time/clock'
import { RelativeTime } from '@/components/time/relative-time'
import { when } from '@/components/time/when'
import { Badge, type Tone } from '@/components/ui/text/badge'
import type { ProductField } from '@/lib/gateway/products/product'
import type { ProductDetail, ProductItem } from '@/lib/products/schema'
import { lowStock, productState, type ProductState } from '@/lib/products/state'

const tones: Record<ProductState, Tone> = { live: 'ok', sold_out: 'bad', expired: 'warn', unknown: 'neutral' }

type StateFields = Pick<ProductItem, 'infinite' | 'quantity' | 'immortal' | 'expired_at' | 'test'>

/**
 * Shows whether the link takes payments, as far as is known, and whether the product is a test. An archived product is
 * not shown as live, because its link is not shared from here.
 */
export function StateBadges({
  product,
}: {
  product: StateFields & Pick<ProductItem, 'archived' | 'vanished'>
}) {
  const t = useTranslations('products')
  const state = productState(product, useClock().valueOf())
  const { archived: isArchived, vanished: isGone } = product
  return (
    <span className="inline-flex shrink-0 gap-1">
      {isGone && <Badge tone="warn">{t('gone')}</Badge>}
      {isArchived && <Badge>{t('list.archivedBadge')}</Badge>}
      {!isGone && !isArchived && <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>}
      {!isGone && product.test === true && <Badge tone="info">{t('test')}</Badge>}
    </span>
  )
}

/** Warns if few are left. */
export function LowStockBadge({ product: { infinite, quantity } }: { product: StateFields }) {
  const t = useTranslations('products')
  if (infinite === true || quantity === null || quantity === 0 || quantity > lowStock) return null
  return <Badge tone="warn">{t('left', { count: quantity })}</Badge>
}

export function Period({
  product: { immortal, expired_at: at },
}: {
  product: Pick<ProductItem, 'immortal' | 'expired_at'>
}) {
  const t = useTranslations('products')
  const now = useClock()
  if (immortal === true) return t('never')
  if (!at) return <span className="text-faint">{t('notTold')}</span>
  const isPast = Date.parse(at) <= now.valueOf()
  return isPast ? (
    t.rich('expiredAgo', { when: when(at, { isPlain: true }) })
  ) : (
    <RelativeTime at={at} isPlain />
  )
}

/** Shows the stock: ∞ when unlimited, in a warning colour when low, in the danger colour when sold out. */
export function Stock({
  product: { infinite, quantity },
}: {
  product: Pick<ProductItem, 'infinite' | 'quantity'>
}) {
  const t = useTranslations('products')
  if (infinite === true) {
    return (
      <>
        <span aria-hidden>{t('infinitySign')}</span>
        <span className="sr-only">{t('unlimited')}</span>
      </>
    )
  }
  if (quantity === null) return '–'
  if (quantity === 0) return <span className="text-danger">{quantity}</span>
  if (quantity <= lowStock) return <span className="text-warn">{t('left', { count: quantity })}</span>
  return quantity
}

/** Shows the value of a field as its kind is shown. */
export function FieldValue<Field extends ProductField>({
  product,
  field,
}: {
  product: Pick<ProductDetail, Field | 'currency'>
  field: Field
}) {
  const { text } = useFieldText()
  return product[field] !== null && text(field, product[field], product.currency)
}

/** Shows an unknown type as the gateway writes it. */
export function TransactionType({ type }: { type: string | null }) {
  const t = useTranslations('products.types')
  return type === 'payment' || type === 'authorization' ? t(type) : (type ?? '–')
}
