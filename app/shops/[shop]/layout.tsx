import { ShopFrame } from '@/components/frame/shop-frame'
import { chosenTheme } from '@/app/theme'
import { pageContext } from '@/lib/server/auth/access'
import { shopsOf } from '@/lib/server/shops/load'

/** The frame of a shop's pages. Each page checks for itself too: a layout is not rendered again on navigation. */
export default async function ShopLayout({ children, params }: LayoutProps<'/shops/[shop]'>) {
  const { shop: id } = await params
  const { actor, shop } = await pageContext(id, 'shop.read')
  return (
    <ShopFrame
      shop={{ id: shop.id, name: shop.name, mode: shop.mode, gateway_shop_id: shop.gatewayShopId }}
      shops={(await shopsOf(actor.userId)).map(({ role: _role, ...rest }) => rest)}
      account={{ name: actor.name, email: actor.email, role: actor.role }}
      theme={await chosenTheme()}
      minorUnits={shop.minorUnits}
    >
      {children}
    </ShopFrame>
  )
}
