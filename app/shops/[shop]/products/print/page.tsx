import { qrPath } from '@/components/counterfoil/qr-path'
import { printOptions } from '@/components/products/print-options'
import { PrintSheet } from '@/components/products/print-sheet'
import { isWebAddress } from '@/lib/products/link-state'
import { titled } from '@/lib/core/server/i18n/page'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageQuery } from '@/lib/core/server/auth/visit'
import { productsByIds } from '@/lib/products/server/listing/list'
import { withWords } from '@/lib/core/server/i18n/words'

export const generateMetadata = titled('products.print', (t) => t('title'))

async function Page({ params, searchParams }: PageProps<'/shops/[shop]/products/print'>) {
  const context = await pageContext((await params).shop, 'products.share')
  const { asked, ...options } = printOptions(await searchParams)
  const products = await pageQuery(() => productsByIds(context, options.ids))
  const tickets = products.flatMap((product) => {
    const url = options.link === 'confirm' ? product.confirm_url : product.pay_url
    return [{ product, url, path: url !== null && isWebAddress(url) ? qrPath(url) : null }]
  })
  return (
    <PrintSheet shop={context.shop.id} options={options} tickets={tickets} missing={asked - tickets.length} />
  )
}

export default withWords(Page, 'shops/[shop]/products/print/page')
