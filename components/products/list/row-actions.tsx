'use client'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { LazyMenu } from '@/components/ui/overlays/lazy-menu'
import { RepeatedIcon } from '@/components/ui/repeated-icons'
import type { ProductListItem } from '@/lib/products/schema'
import { loadQuickEdit, type QuickField, useProductActions } from './actions'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const loadMenu = lazyWithMessages(() => import('./row-menu'))

export function RowActions({ product }: { product: ProductListItem }) {
  const t = useTranslations('products.list')
  const place = useRef<HTMLSpanElement>(null)
  return (
    <span ref={place} className="inline-flex">
      <LazyMenu
        load={loadMenu}
        menu={{ product, anchor: () => place.current?.querySelector('button') ?? null }}
        aria-label={t('actionsOf', { name: product.name ?? product.id })}
        className="grid size-8 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-text"
      >
        <RepeatedIcon name="more" size={16} />
      </LazyMenu>
    </span>
  )
}

/** The edit button of a cell, always visible on screens without hover. The focus ring is inside, clear of the value. */
export function EditPencil({ product, field }: { product: ProductListItem; field: QuickField }) {
  const t = useTranslations('products.list')
  const { open } = useProductActions()
  const mayWrite = useMay('products.write')
  if (!mayWrite || product.vanished || (field === 'price' && product.currency === null)) return null
  const preload = () => void loadQuickEdit()
  return (
    <button
      type="button"
      aria-label={t(field === 'price' ? 'changePriceOf' : 'changeStockOf', {
        name: product.name ?? product.id,
      })}
      onPointerEnter={preload}
      onFocus={preload}
      onClick={({ currentTarget }) => open(field, product, currentTarget)}
      className="grid size-6 shrink-0 place-items-center rounded-xs text-muted opacity-0 -outline-offset-2 group-hover/row:opacity-100 hover:bg-border/70 hover:text-text focus-visible:opacity-100 pointer-coarse:opacity-100"
    >
      <RepeatedIcon name="edit" size={13} />
    </button>
  )
}
