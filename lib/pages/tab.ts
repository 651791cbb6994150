import type { Metadata } from 'next'
import { pageContext } from '@/lib/core/server/auth/access'
import { pageTranslator } from '@/lib/core/server/i18n/page'

/**
 * The tab of a shop's pages names the shop, and its mode by words and icon. A live shop has the usual icon and no more
 * words. `title` puts these after a page's title.
 */
export async function tabOf(
  id: string,
): Promise<{ title: (page: string) => string; icons?: Metadata['icons'] }> {
  const [common, frame] = await Promise.all([pageTranslator('common'), pageTranslator('frame')])
  const appName = common('appName')
  // The page asks the same, and reports a missing right or a failure.
  const shop = await pageContext(id, 'shop.read').then(
    (context) => context.shop,
    () => null,
  )
  if (shop === null) return { title: (page) => `${page} · ${appName}` }
  if (shop.mode === 'live') return { title: (page) => `${page} · ${shop.name} · ${appName}` }
  const name = frame('tab', { shop: shop.name, mode: frame(`shopMode.${shop.mode}`) })
  return {
    title: (page) => `${page} · ${name} · ${appName}`,
    icons: [{ url: `/icon-${shop.mode}.svg`, type: 'image/svg+xml' }],
  }
}
