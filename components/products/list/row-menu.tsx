'use client'
import { Archive, ArchiveRestore, Boxes, Copy, Pencil, Printer, Share2, Tag } from 'lucide-react'
import type { Route } from 'next'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { useShape } from '@/components/data-table/shape'
import { useMay } from '@/components/frame/use-may'
import type { OpenedMenuProps } from '@/components/ui/overlays/lazy-menu'
import { Menu, MenuItem } from '@/components/ui/overlays/menu'
import type { ProductListItem } from '@/lib/products/schema'
import { canQuickEdit, type QuickField, useCanShare, useProductActions } from './actions'

interface RowMenuProps extends OpenedMenuProps {
  product: ProductListItem
  /** Returns the menu's button, at which the quick edit form opens. */
  anchor: () => HTMLElement | null
}

/** Loaded on intent. */
export default function RowMenu({ product, anchor, opened }: RowMenuProps) {
  const t = useTranslations('products.list')
  const mayWrite = useMay('products.write')
  const canShare = useCanShare(product)
  const isCard = useShape() === 'cards'
  const { shop, open, archive } = useProductActions()
  const router = useRouter()
  const base = `/shops/${shop}/products`
  const id = encodeURIComponent(product.id)

  /** Opens only after the menu has returned focus to its button. Otherwise what opens would lose focus at once. */
  const openLater = (what: QuickField | 'share') => {
    const button = anchor()
    button?.addEventListener('focus', () => open(what, product, button), { once: true })
  }
  const acts: Record<string, () => void> = {
    edit: () => router.push(`${base}/${id}/edit` as Route),
    duplicate: () => router.push(`${base}/new?from=${id}` as Route),
    price: () => openLater('price'),
    stock: () => openLater('stock'),
    share: () => openLater('share'),
    print: () => router.push(`${base}/print?ids=${id}` as Route),
    archive: () => archive(product),
  }
  const Icon = product.archived ? ArchiveRestore : Archive
  const writing = mayWrite && (
    <>
      {!product.vanished && (
        <MenuItem id="edit" icon={<Pencil aria-hidden size={15} />}>
          {t('edit')}
        </MenuItem>
      )}
      {canQuickEdit(product, 'price') && (
        <MenuItem id="price" icon={<Tag aria-hidden size={15} />}>
          {t('changePrice')}
        </MenuItem>
      )}
      {canQuickEdit(product, 'stock') && (
        <MenuItem id="stock" icon={<Boxes aria-hidden size={15} />}>
          {t('changeStock')}
        </MenuItem>
      )}
      <MenuItem id="duplicate" icon={<Copy aria-hidden size={15} />}>
        {t('duplicate')}
      </MenuItem>
    </>
  )
  return (
    <Menu aria-label={t('rowActions')} opened={opened} onAction={(key) => acts[String(key)]?.()}>
      {/* A card has its own button for sharing. */}
      {canShare && !isCard && product.pay_url && (
        <MenuItem id="share" icon={<Share2 aria-hidden size={15} />}>
          {t('share')}
        </MenuItem>
      )}
      {writing}
      {canShare && (
        <MenuItem id="print" icon={<Printer aria-hidden size={15} />}>
          {t('printSheet')}
        </MenuItem>
      )}
      {mayWrite && (
        <MenuItem id="archive" icon={<Icon aria-hidden size={15} />}>
          {t(product.archived ? 'restore' : 'archive')}
        </MenuItem>
      )}
    </Menu>
  )
}
