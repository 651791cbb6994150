'use client'
import { ChevronDown, Ellipsis } from 'lucide-react'
import { dynamic } from '@/components/ui/dynamic'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { pickLimit } from '@/components/data-table/selection/use-selection'
import { useMay } from '@/components/frame/use-may'
import { ExportButton, exportedRows, useExportDialog } from '@/components/list/export-button'
import { SelectionBar } from '@/components/list/selection-bar'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { LazyMenu } from '@/components/ui/overlays/lazy-menu'
import type { CopyTarget } from '@/lib/products/copy'
import type { ProductListItem, ProductSelection } from '@/lib/products/schema'
import { productListParams } from '@/lib/products/client'
import { type BulkKind, loadBulkDialog } from './bulk/kinds'
import { type PickedAction, usePickedActions } from './bulk/picked-actions'
import { productExport, type ProductList } from './list/product-list'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

interface BulkBarProps {
  list: ProductList
  /** Other shops to which the person may copy products. */
  copyTargets: readonly CopyTarget[]
}

const BulkDialog = dynamic(loadBulkDialog)
const loadMenu = lazyWithMessages(() => import('./bulk/menus').then((m) => m.BulkMenu))
const loadPickedMenu = lazyWithMessages(() => import('./bulk/menus').then((m) => m.PickedMenu))

/** Returns the selection in the form the bulk API takes (`productSelection`). */
function selectionOf({ state, selection }: ProductList): ProductSelection {
  if (!selection.isAll) return { ids: selection.rows.map(({ id }) => id) }
  const query = { ...state.narrowed, ...(state.q ? { q: state.q } : {}) }
  return { query, ...(selection.except.length > 0 ? { except: selection.except } : {}) }
}

export function BulkBar({ list, copyTargets }: BulkBarProps) {
  const { shop, state, selection } = list
  const count = selection.count(list.total)
  const isAbout = selection.isAll && !list.isTotalExact
  const mayWrite = useMay('products.write')
  const { place, kind, order, close } = useOrdering()
  return (
    <SelectionBar list={list}>
      <span ref={place} className="contents">
        {mayWrite && <ChangeMenu order={order} />}
        <PickedActions
          list={list}
          count={count}
          isAbout={isAbout}
          order={order}
          canCopy={copyTargets.length > 0}
        />
      </span>
      {kind && (
        <BulkDialog
          shop={shop}
          kind={kind}
          selection={selectionOf(list)}
          count={count}
          isAbout={isAbout}
          copyTargets={copyTargets}
          currency={usualCurrency(selection.rows) ?? state.narrowed.currency?.[0] ?? ''}
          onClose={close}
        />
      )}
    </SelectionBar>
  )
}

/** Holds the state of the dialog for a bulk change. The change first runs as a dry run for review. */
function useOrdering() {
  const [kind, setKind] = useState<BulkKind | null>(null)
  const place = useRef<HTMLSpanElement>(null)
  const opener = useRef<HTMLElement>(null)
  return {
    /** A ref to the element around every button that opens the dialog. */
    place,
    kind,
    order: (next: BulkKind) => {
      // The pressed button, or the button of the menu that was used.
      const focused = '[aria-expanded=true], :focus'
      opener.current = place.current?.querySelector<HTMLElement>(focused) ?? null
      setKind(next)
    },
    close: () => {
      setKind(null)
      // The dialog loads late and cannot know the element that had focus, so restore it.
      requestAnimationFrame(() => opener.current?.focus())
    },
  }
}

interface Counted {
  list: ProductList
  count: number
  /** Whether `count` is an estimate. */
  isAbout: boolean
  order: (kind: BulkKind) => void
  canCopy: boolean
}

function usualCurrency(products: readonly ProductListItem[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { currency } of products) if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

function ChangeMenu({ order }: Pick<Counted, 'order'>) {
  const t = useTranslations('bulk')
  return (
    <LazyMenu load={loadMenu} menu={{ onChoose: order }} className={buttonClass('secondary', 'sm')}>
      {t('change')}
      <ChevronDown aria-hidden size={14} />
    </LazyMenu>
  )
}

function PickedActions(props: Counted) {
  const { list, count, isAbout } = props
  const t = useTranslations('products')
  const actions = usePickedActions(props)
  const query = exportQuery(list)
  const rows = { ...exportedRows(list), query: query ?? {}, count, isAbout }
  const mayExport = useMay(productExport.permission) && query !== null
  const { open, dialog } = useExportDialog(productExport, rows)
  return (
    <>
      <span className="flex flex-wrap gap-2 max-lg:hidden">
        {actions.map((action) => (
          <PickedButton key={action.id} {...action} />
        ))}
        {mayExport && <ExportButton size="sm" of={productExport} rows={rows} />}
      </span>
      {(actions.length > 0 || mayExport) && (
        <span className="lg:hidden">
          <LazyMenu
            load={loadPickedMenu}
            aria-label={t('more')}
            className={buttonClass('secondary', 'sm')}
            menu={{ actions, onExport: mayExport ? open : undefined }}
          >
            <Ellipsis aria-hidden size={14} />
          </LazyMenu>
        </span>
      )}
      {mayExport && dialog}
    </>
  )
}

function PickedButton({ label, icon: Icon, isPending, run }: PickedAction) {
  return (
    <Button size="sm" icon={<Icon aria-hidden size={14} />} isPending={isPending} onPress={run}>
      {label}
    </Button>
  )
}

/** Returns the export query, or null if it would exclude more IDs than fit in a URL. */
function exportQuery({ state, selection }: ProductList): object | null {
  if (selection.except.length > pickLimit) return null
  const sort = state.sort === productListParams.defaultSort ? undefined : state.sort
  return selection.isAll
    ? { ...state.narrowed, q: state.q, sort, except: selection.except.join(',') }
    : { ids: selection.rows.map(({ id }) => id).join(','), sort }
}
