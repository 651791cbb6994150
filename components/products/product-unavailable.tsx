import type { Route } from 'next'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import type { ProblemCode } from '@/lib/core/problem'
import { getTranslator } from '@/lib/core/i18n/server'

/** Shown for a product that is not in the mirror while the gateway cannot say whether it exists. */
export function ProductUnavailable({ shop, code }: { shop: string; code: ProblemCode }) {
  const t = getTranslator('products')
  return (
    <EmptyState
      isPage
      title={getTranslator('problems')(code)}
      action={<LinkButton href={`/shops/${shop}/products` as Route}>{t('backToList')}</LinkButton>}
    >
      {t('unavailableText')}
    </EmptyState>
  )
}
