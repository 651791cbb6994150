'use client'
import { ArrowRight, Copy, ListFilter, Repeat2, Ticket } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { useCopy } from '@/components/frame/use-copy'
import { useMay } from '@/components/frame/use-may'
import { useLinkView } from '@/components/payment-links/link-view'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'
import type { CheckoutListItem } from '@/lib/checkouts/schema'
import { checkoutLink } from '@/lib/checkouts/link'
import { useCheckoutActions } from './row-actions'

interface RowMenuProps extends OpenedMenuProps {
  checkout: CheckoutListItem
}

/** Loaded on intent. */
export default function RowMenu({ checkout, opened }: RowMenuProps) {
  const t = useTranslations('checkouts')
  const common = useTranslations('common')
  // An unconfirmed checkout may exist. A person must first state that it does not.
  const mayRepeat = useMay('checkouts.create') && checkout.state !== 'unconfirmed'
  const { shop, reissue, showTracking } = useCheckoutActions()
  const router = useRouter()
  const copy = useCopy()
  const { id, redirect_url: url, tracking_id: trackingId } = checkout
  const { fault } = checkoutLink(checkout, useLinkView())
  const base = `/shops/${shop}/checkouts`

  const acts: Record<string, () => void> = {
    open: () => router.push(`${base}/${id}` as Route),
    copy: () => void copy(url ?? '', t('list.copiedLinks', { count: 1 })),
    another: () => router.push(`${base}/new?from=${id}` as Route),
    reissue: () => reissue(checkout),
    tracking: () => showTracking(trackingId ?? ''),
  }
  return (
    <Menu aria-label={t('list.rowActions')} opened={opened} onAction={(key) => acts[String(key)]?.()}>
      <MenuItem id="open" icon={<ArrowRight aria-hidden size={15} className="rtl:-scale-x-100" />}>
        {common('open')}
      </MenuItem>
      {fault === null && (
        <MenuItem id="copy" icon={<Copy aria-hidden size={15} />}>
          {t('copyLink')}
        </MenuItem>
      )}
      {mayRepeat && (
        <MenuItem id="another" icon={<Ticket aria-hidden size={15} />}>
          {t('another')}
        </MenuItem>
      )}
      {mayRepeat && (
        <MenuItem id="reissue" icon={<Repeat2 aria-hidden size={15} />}>
          {t('reissue')}
        </MenuItem>
      )}
      {trackingId && (
        <MenuItem id="tracking" icon={<ListFilter aria-hidden size={15} />}>
          {t('list.sameTracking')}
        </MenuItem>
      )}
    </Menu>
  )
}
