'use client'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useContext } from 'react'
import { useTranslations } from 'use-intl'
import { ShopBrand } from '@/components/counterfoil/brand'
import { LinkRow } from '@/components/counterfoil/link-row'
import { Messages } from '@/components/counterfoil/messages'
import { SnippetPart } from '@/components/counterfoil/snippet-part'
import { useMoney } from '@/components/money/use-money'
import { ProductRepair } from '@/components/products/product-repair'
import { useLinkView } from '@/components/payment-links/link-view'
import { Drawer } from '@/components/ui/overlays/drawer'
import { visibleName } from '@/components/ui/text/visible-text'
import type { ProductItem } from '@/lib/products/schema'
import { QrPart } from './qr-part'
import { productLink } from '@/lib/products/link-state'

export interface ShareSheetProps {
  shop: string
  product: ProductItem
  onClose: () => void
}

/** Loaded on intent. */
export default function ShareSheet({ shop, product, onClose }: ShareSheetProps) {
  const t = useTranslations('products')
  const faults = useTranslations('links')
  const close = useTranslations('common')('close')
  const { amountText } = useMoney()
  const view = useLinkView()
  const payLink = productLink(product, product.pay_url, view)
  const confirmLink = productLink(product, product.confirm_url, view)
  // Only payable links are shared.
  const payUrl = payLink.fault === null ? product.pay_url : null
  const confirmUrl = confirmLink.fault === null ? product.confirm_url : null
  const name = product.name ?? product.id
  const price = amountText(product)
  const sentUrl = confirmUrl ?? payUrl
  const { name: shopName } = useContext(ShopBrand)
  const priced = price === null ? name : t('share.text', { name, price })
  const text = shopName === null ? priced : t('share.textOfShop', { text: priced, shop: shopName })
  return (
    <Drawer
      isOpen
      title={
        <span dir="auto" className="truncate">
          {visibleName(t('share.title', { name }))}
        </span>
      }
      closeLabel={close}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      {sentUrl === null && (
        <Caution text={faults(`fault.${payLink.fault ?? 'missing'}`)}>
          <ProductRepair shop={shop} product={product} repair={payLink.repair} />
        </Caution>
      )}
      {product.test === true && <Caution text={t('share.test')} />}
      {sentUrl && (
        <Part title={t('share.messages')} text={confirmUrl ? t('share.messagesText') : t('share.noConfirm')}>
          <ul>
            <LinkRow
              label={confirmUrl ? t('confirmPage') : t('payPage')}
              hint={confirmUrl ? t('confirmPageHint') : t('payPageHint')}
              url={sentUrl}
              isMain
            />
          </ul>
          <div className="mt-3 flex flex-wrap gap-2">
            <Messages shared={{ url: sentUrl, text, subject: name }} />
          </div>
        </Part>
      )}
      {payUrl && (
        <Part title={t('share.site')} text={t('share.siteText')}>
          <ul>
            <LinkRow label={t('payPage')} hint={t('payPageHint')} url={payUrl} isMain={!confirmUrl} />
          </ul>
          <div className="mt-4">
            <SnippetPart url={payUrl} initialText={t('snippetText', { name })} kinds={['button', 'link']} />
          </div>
        </Part>
      )}
      {payUrl && (
        <Part title={t('share.paper')} text={t('share.paperText')}>
          <QrPart shop={shop} id={product.id} payUrl={payUrl} confirmUrl={confirmUrl} />
        </Part>
      )}
    </Drawer>
  )
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="border-b px-5 py-4.5 last:border-b-0">
      <h3 className="text-base font-semibold">{title}</h3>
      <p className="mt-0.5 mb-3 text-md text-muted">{text}</p>
      {children}
    </section>
  )
}

/** Warns that the shared link may not work for the customer. */
function Caution({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2.5 border-b bg-warn-weak px-5 py-3 text-md text-warn"
    >
      <TriangleAlert aria-hidden size={16} className="shrink-0" />
      <p className="min-w-0 flex-1">{text}</p>
      {children}
    </div>
  )
}
