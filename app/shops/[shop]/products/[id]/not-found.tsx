import { PackageSearch } from 'lucide-react'
import { BackToProducts } from '@/components/products/back-to-products'
import { EmptyState } from '@/components/ui/empty-state'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'

function UnknownProduct() {
  const t = getTranslator('products')
  return (
    <EmptyState isPage icon={<PackageSearch size={19} />} title={t('unknown')} action={<BackToProducts />}>
      {t('unknownText')}
    </EmptyState>
  )
}

export default withWords(UnknownProduct, 'products')
