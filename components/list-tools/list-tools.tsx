'use client'
import { ArrowUpDown, Bookmark, SlidersHorizontal } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { buttonClass } from '@/components/ui/button-class'
import { LazyMenu } from '@/components/ui/lazy-menu'
import type { ListState } from '@/components/data-table/use-list-state'
import type { Layout } from './layout'
import type { ViewedList } from './saved-views'

const SaveViewDialog = dynamic(() => import('./save-view-dialog'))
const loadLayout = () => import('./layout-menu')
const loadViews = () => import('./views-menu')
const loadSort = () => import('./sort-menu')
const look = buttonClass('ghost', 'sm')

interface ListToolsProps {
  of: ViewedList
  shop: string
  list: ListState
  layout: Layout
  /** Column names by ID. */
  names: Readonly<Record<string, string>>
  sortColumns: readonly string[]
  /** Absent when rows cannot be selected. */
  selecting?: { isOn: boolean; set: (isOn: boolean) => void }
}

/** The tools at the end of the search line. On a phone also sorting and selecting, which tables have in their head. */
export function ListTools({ of, shop, list, layout, names, sortColumns, selecting }: ListToolsProps) {
  const t = useTranslations('table')
  const [isSaving, setIsSaving] = useState(false)
  return (
    <>
      <span className="flex gap-1 md:hidden">
        {selecting && (
          <button
            type="button"
            aria-pressed={selecting.isOn}
            onClick={() => selecting.set(!selecting.isOn)}
            className={look}
          >
            {t(selecting.isOn ? 'selectDone' : 'select')}
          </button>
        )}
        <LazyMenu
          load={loadSort}
          menu={{
            sort: list.sort,
            columns: sortColumns.map((id) => ({ id, label: names[id] ?? id })),
            hasSearch: list.q !== '',
            onChange: list.sortBy,
          }}
          className={look}
        >
          <ArrowUpDown aria-hidden size={15} />
          {t('sort')}
        </LazyMenu>
      </span>
      <span className="max-md:hidden">
        <LazyMenu load={loadLayout} menu={{ layout, names }} className={look}>
          <SlidersHorizontal aria-hidden size={15} />
          {t('columns')}
        </LazyMenu>
      </span>
      <LazyMenu load={loadViews} menu={{ of, shop, onSave: () => setIsSaving(true) }} className={look}>
        <Bookmark aria-hidden size={15} />
        {t('views')}
      </LazyMenu>
      {isSaving && <SaveViewDialog of={of} shop={shop} onClose={() => setIsSaving(false)} />}
    </>
  )
}
