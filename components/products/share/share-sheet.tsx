'use client'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { LinkRow } from '@/components/counterfoil/link-row'
import { Messages } from '@/components/counterfoil/messages'
import { SnippetPart } from '@/components/counterfoil/snippet-part'
import { useMoney } from '@/components/money/use-money'
import { useClock } from '@/components/time/clock'
import { Drawer } from '@/components/ui/drawer'
import { visibleName } from '@/components/ui/visible-text'
import type { ProductItem } from '@/lib/contracts/product'
import { shareCautions } from './cautions'
import { QrPart } from './qr-part'

export interface ShareSheetProps {
  shop: string
  product: ProductItem
  onClose: () => void
}

/** Every way to hand a product's link over, each with what it is good for. Loaded on intent. */
export default function ShareSheet({ shop, product, onClose }: ShareSheetProps) {
  const t = useTranslations('products')
  const close = useTranslations('common')('close')
  const { amountText } = useMoney()
  const { pay_url: payUrl, confirm_url: confirmUrl } = product
  const name = product.name ?? product.id
  const price = amountText(product)
  const message = confirmUrl ?? payUrl
  const text = price === null ? name : t('share.text', { name, price })
  return (
    <Drawer
      isOpen
      title={<span className="truncate">{visibleName(t('share.title', { name }))}</span>}
      closeLabel={close}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <Cautions product={product} />
      {message && (
        <Part title={t('share.messages')} text={confirmUrl ? t('share.messagesText') : t('share.noConfirm')}>
          <ul>
            <LinkRow
              label={confirmUrl ? t('confirmPage') : t('payPage')}
              hint={confirmUrl ? t('confirmPageHint') : t('payPageHint')}
              url={message}
              isMain
            />
          </ul>
          <div className="mt-3 flex flex-wrap gap-2">
            <Messages shared={{ url: message, text, subject: name }} />
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
      {!message && <p className="px-5 py-6 text-md text-muted">{t('share.noLink')}</p>}
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

/** Why this link may disappoint who gets it. */
function Cautions({ product }: { product: ProductItem }) {
  const t = useTranslations('products.share')
  const cautions = shareCautions(product, useClock().valueOf())
  if (cautions.length === 0) return null
  return (
    <div role="alert" className="flex gap-2.5 border-b bg-warn-weak px-5 py-3 text-md text-warn">
      <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
      <ul className="grid gap-1">
        {cautions.map((caution) => (
          <li key={caution}>{t(`caution.${caution}`)}</li>
        ))}
      </ul>
    </div>
  )
}
