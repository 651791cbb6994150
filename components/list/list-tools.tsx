'use client'
import { ArrowUpDown, Bookmark, SlidersHorizontal } from 'lucide-react'
import { dynamic } from '@/components/ui/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { buttonClass } from '../ui/button-class'
import { LazyMenu } from '../ui/overlays/lazy-menu'
import type { List } from './use-list'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const SaveViewDialog = dynamic(lazyWithMessages(() => import('./save-view-dialog')))
const loadLayout = lazyWithMessages(() => import('./list-menus').then((m) => m.LayoutMenu))
const loadViews = lazyWithMessages(() => import('./list-menus').then((m) => m.ViewsMenu))
const loadSort = lazyWithMessages(() => import('./list-menus').then((m) => m.SortMenu))
const look = buttonClass('ghost', 'sm')

/** The tools at the end of the search line. On phones also sorting and selecting: tables have them in their header. */
export function ListTools<Row extends { id: string }>({ list }: { list: List<Row> }) {
  const { shop, state, layout, isSelecting } = list
  const { path, rowName } = list.look
  const t = useTranslations('table')
  const [isSaving, setIsSaving] = useState(false)
  return (
    <>
      <span className="flex gap-1 md:hidden">
        {rowName && (
          <button
            type="button"
            aria-pressed={isSelecting}
            onClick={() => list.setIsSelecting(!isSelecting)}
            className={look}
          >
            {t(isSelecting ? 'selectDone' : 'select')}
          </button>
        )}
        <LazyMenu
          load={loadSort}
          menu={{
            sort: state.sort,
            columns: list.sortColumns,
            hasSearch: state.q !== '',
            onChange: state.sortBy,
          }}
          className={look}
        >
          <ArrowUpDown aria-hidden size={15} />
          {t('sort')}
        </LazyMenu>
      </span>
      <span className="max-md:hidden">
        <LazyMenu load={loadLayout} menu={{ layout, columns: list.optionalColumns }} className={look}>
          <SlidersHorizontal aria-hidden size={15} />
          {t('columns')}
        </LazyMenu>
      </span>
      <LazyMenu load={loadViews} menu={{ of: path, shop, onSave: () => setIsSaving(true) }} className={look}>
        <Bookmark aria-hidden size={15} />
        {t('views')}
      </LazyMenu>
      {isSaving && <SaveViewDialog of={path} shop={shop} onClose={() => setIsSaving(false)} />}
    </>
  )
}
