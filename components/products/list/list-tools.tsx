'use client'
import { ArrowUpDown, Bookmark, SlidersHorizontal } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { buttonClass } from '@/components/ui/button-class'
import { LazyMenu } from '@/components/ui/lazy-menu'
import type { Layout, ProductListState } from './use-product-list'

const SaveViewDialog = dynamic(() => import('./save-view-dialog'))
const loadLayout = () => import('./layout-menu')
const loadViews = () => import('./views-menu')
const loadSort = () => import('./sort-menu')
const look = buttonClass('ghost', 'sm')

interface ListToolsProps {
  shop: string
  list: ProductListState
  layout: Layout
  isSelecting: boolean
  onSelecting: (isSelecting: boolean) => void
}

/** At the end of the line with the search. On a phone: order and selecting, which a table has in its head. */
export function ListTools({ shop, list, layout, isSelecting, onSelecting }: ListToolsProps) {
  const t = useTranslations('table')
  const [isSaving, setIsSaving] = useState(false)
  return (
    <>
      <span className="flex gap-1 md:hidden">
        <button
          type="button"
          aria-pressed={isSelecting}
          onClick={() => onSelecting(!isSelecting)}
          className={look}
        >
          {t(isSelecting ? 'selectDone' : 'select')}
        </button>
        <LazyMenu
          load={loadSort}
          menu={{ sort: list.sort, hasSearch: list.q !== '', onChange: list.sortBy }}
          className={look}
        >
          <ArrowUpDown aria-hidden size={15} />
          {t('sort')}
        </LazyMenu>
      </span>
      <span className="max-md:hidden">
        <LazyMenu load={loadLayout} menu={{ layout }} className={look}>
          <SlidersHorizontal aria-hidden size={15} />
          {t('columns')}
        </LazyMenu>
      </span>
      <LazyMenu load={loadViews} menu={{ shop, onSave: () => setIsSaving(true) }} className={look}>
        <Bookmark aria-hidden size={15} />
        {t('views')}
      </LazyMenu>
      {isSaving && <SaveViewDialog shop={shop} onClose={() => setIsSaving(false)} />}
    </>
  )
}
