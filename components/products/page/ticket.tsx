'use client'
import { CodeXml, Mail, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { Counterfoil } from '@/components/counterfoil/counterfoil'
import { mailLink } from '@/components/counterfoil/share-links'
import { useMay } from '@/components/frame/use-may'
import { useMoney } from '@/components/money/use-money'
import { DeadStub } from '@/components/payment-links/dead-copy'
import { ProductRepair } from '@/components/products/product-repair'
import { useLinkView } from '@/components/payment-links/link-view'
import { useClock, useViewerTimeZone } from '@/components/time/clock'
import { buttonClass } from '@/components/ui/button-class'
import type { ProductDetail } from '@/lib/products/schema'
import { formatDateTime, formatOffset } from '@/lib/core/format/dates'
import { ShareButton } from '../share/share-button'
import { productLink } from '@/lib/products/link-state'

interface TicketProps {
  shop: string
  product: ProductDetail
  stub: ReactNode
}

export function Ticket({ shop, product, stub }: TicketProps) {
  const t = useTranslations('products')
  const mayShare = useMay('products.share')
  const { amountText } = useMoney()
  const view = useLinkView()
  const pay = productLink(product, product.pay_url, view)
  const confirm = productLink(product, product.confirm_url, view)
  const { pay_url: payUrl, confirm_url: confirmUrl } = product
  const name = product.name ?? product.id
  const price = amountText(product)
  const links = [
    ...(payUrl
      ? [{ label: t('payPage'), hint: t('payPageHint'), url: payUrl, isMain: true, fault: pay.fault }]
      : []),
    ...(confirmUrl
      ? [{ label: t('confirmPage'), hint: t('confirmPageHint'), url: confirmUrl, fault: confirm.fault }]
      : []),
  ]
  const text = price === null ? name : t('share.text', { name, price })
  return (
    <Counterfoil
      price={price ?? '–'}
      terms={<Terms product={product} />}
      links={links}
      stub={
        pay.fault === null ? (
          stub
        ) : (
          <DeadStub fault={pay.fault}>
            <ProductRepair shop={shop} product={product} repair={pay.repair} />
          </DeadStub>
        )
      }
      actions={
        mayShare && (
          <>
            {pay.fault === null && (
              <ShareButton shop={shop} product={product} size="sm" icon={<CodeXml aria-hidden size={15} />}>
                {t('snippet')}
              </ShareButton>
            )}
            {confirm.fault === null && confirmUrl && (
              <a
                href={mailLink({ url: confirmUrl, text, subject: name })}
                className={buttonClass('secondary', 'sm')}
              >
                <Mail aria-hidden size={15} />
                {t('mail')}
              </a>
            )}
            {(confirm.fault === null || pay.fault === null) && (
              <ShareButton
                shop={shop}
                product={product}
                size="sm"
                icon={<MessageCircle aria-hidden size={15} />}
              >
                {t('share.message')}
              </ShareButton>
            )}
          </>
        )
      }
    />
  )
}

function Terms({
  product: { transaction_type: type, immortal, expired_at: at },
}: {
  product: ProductDetail
}) {
  const t = useTranslations('products')
  const locale = useLocale()
  const timeZone = useViewerTimeZone()
  const now = useClock()
  const kind = type === 'authorization' ? t('holds') : t('oneOff')
  if (immortal === true) return `${kind} · ${t('noExpiry')}`
  if (!at) return kind
  const date = new Date(at)
  const moment = `${formatDateTime(date, timeZone, locale)} ${formatOffset(date, timeZone)}`
  return `${kind} · ${t(date <= now ? 'expiredAt' : 'until', { when: moment })}`
}
