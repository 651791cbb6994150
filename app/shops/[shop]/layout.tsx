import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { Shape } from '@/components/data-table/shape'
import { ShopFrame } from '@/components/frame/shop-frame'
import { chosenTheme } from '@/components/frame/account/chosen-theme'
import { isAdministrator, mayAddShops } from '@/lib/core/server/auth/administrator'
import { pageContext } from '@/lib/core/server/auth/access'
import { config } from '@/lib/core/server/config/config'
import { gatewayHealthOf } from '@/lib/gateway/client/health'
import { gatewayHealthOptions } from '@/lib/shops/client'
import { answer, Prefetched } from '@/lib/pages/prefetched'
import { pageTranslator } from '@/lib/core/server/i18n/page'
import { tabOf } from '@/lib/pages/tab'
// Every page loads error.tsx, which would be a separate script.
// oxlint-disable-next-line import/no-unassigned-import -- Next draws it
import './error'
import { shopsOf } from '@/lib/core/server/shop/load'

export async function generateMetadata({ params }: LayoutProps<'/shops/[shop]'>): Promise<Metadata> {
  const [common, { title, icons }] = await Promise.all([pageTranslator('common'), tabOf((await params).shop)])
  return { title: { default: common('appName'), template: title('%s') }, ...(icons && { icons }) }
}

/**
 * The frame of a shop's pages. Each page checks access itself, because a layout is not rendered again on navigation.
 */
export default async function ShopLayout({ children, params }: LayoutProps<'/shops/[shop]'>) {
  const { shop: id } = await params
  const { actor, shop, factorDueIn } = await pageContext(id, 'shop.read')
  const health = answer(gatewayHealthOptions(id), async () => gatewayHealthOf(shop))
  return (
    <Prefetched answers={[health]}>
      <ShopFrame
        shop={{
          id: shop.id,
          name: shop.name,
          mode: shop.mode,
          gateway_shop_id: shop.gatewayShopId,
          isArchived: shop.archivedAt !== null,
          logo: shop.logoHash,
        }}
        publicName={shop.publicName}
        shops={(await shopsOf(actor.userId)).map(({ role: _role, factorDueIn: _due, ...rest }) => rest)}
        account={{
          userId: actor.userId,
          name: actor.name,
          email: actor.email,
          role: actor.role,
          allowances: actor.allowances,
          isAdministrator: await isAdministrator(actor.userId),
          mayAddShops: await mayAddShops(actor.userId),
        }}
        factorDueAt={
          factorDueIn === undefined ? null : new Date(Date.now() + factorDueIn * 1000).toISOString()
        }
        hasSupportCheckouts={shop.hasSupportCheckouts}
        timeZone={actor.timeZone ?? null}
        shopTimeZone={shop.timeZone}
        theme={await chosenTheme()}
        minorUnits={shop.minorUnits}
        sandboxOrigin={shop.mode === 'sandbox' ? config.get().appUrl : null}
        drawnShape={await listShapeByDevice()}
      >
        {children}
      </ShopFrame>
    </Prefetched>
  )
}

/**
 * Returns the list layout to render on the server. For browsers that say whether they are mobile, one layout suffices
 * and halves the markup. In the browser the window's width decides.
 */
async function listShapeByDevice(): Promise<Shape> {
  const mobileHint = (await headers()).get('sec-ch-ua-mobile')
  if (mobileHint === null) return 'both'
  return mobileHint === '?1' ? 'cards' : 'table'
}
