import type { ProductItem } from '@/lib/contracts/product'

export type ShareCaution = 'vanished' | 'expired' | 'sold_out' | 'test' | 'archived'

type Judged = Pick<
  ProductItem,
  'infinite' | 'quantity' | 'immortal' | 'expired_at' | 'test' | 'archived' | 'vanished'
>

/** What somebody should know before handing out this product's link. `now` in ms. */
export function shareCautions(product: Judged, now: number): ShareCaution[] {
  const { immortal, expired_at: at, infinite, quantity } = product
  const cautions: [ShareCaution, boolean][] = [
    ['vanished', product.vanished],
    ['expired', immortal !== true && at !== null && Date.parse(at) <= now],
    ['sold_out', infinite !== true && quantity !== null && quantity <= 0],
    ['test', product.test === true],
    ['archived', product.archived],
  ]
  return cautions.filter(([, holds]) => holds).map(([caution]) => caution)
}
