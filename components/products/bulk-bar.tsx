'use client'
import { ChevronDown, Ellipsis } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SelectionBar } from '@/components/data-table/selection-bar'
import { pickLimit, type Selection } from '@/components/data-table/use-selection'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { LazyMenu } from '@/components/ui/lazy-menu'
import type { ProductListItem, ProductSelection } from '@/lib/products/schema'
import { productListParams } from '@/lib/products/client'
import { type BulkKind, loadBulkDialog } from './bulk/kinds'
import { type PickedAction, usePickedActions } from './bulk/picked-actions'
import { ExportButton } from './export/export-button'
import type { ExportDialogProps } from './export/export-dialog'
import type { ProductListState } from './list/use-product-list'

export interface BulkBarProps {
  shop: string
  list: Pick<ProductListState, 'q' | 'sort' | 'narrowed' | 'filters'>
  selection: Selection<ProductListItem>
  total: number
  isTotalExact: boolean
  /** Whether the list shows only similar matches. Then "select all that match" is not offered. */
  isAlike: boolean
}

const BulkDialog = dynamic(loadBulkDialog, { loading: () => null })
const ExportDialog = dynamic(() => import('./export/export-dialog'), { loading: () => null })
const loadMenu = () => import('./bulk/bulk-menu')
const loadPickedMenu = () => import('./bulk/picked-menu')

/** Returns the selection in the form the bulk API takes (`productSelection`). */
function selectionOf({ list, selection }: Pick<BulkBarProps, 'list' | 'selection'>): ProductSelection {
  if (!selection.isAll) return { ids: selection.rows.map(({ id }) => id) }
  const query = { ...list.narrowed, ...(list.q ? { q: list.q } : {}) }
  return { query, ...(selection.except.length > 0 ? { except: selection.except } : {}) }
}

export function BulkBar(props: BulkBarProps) {
  const { shop, list, selection, total, isTotalExact, isAlike } = props
  const count = selection.count(total)
  const isAbout = selection.isAll && !isTotalExact
  const mayWrite = useMay('products.write')
  const { place, kind, order, close } = useOrdering()
  const counted = { ...props, count, isAbout, order }
  return (
    <SelectionBar selection={selection} total={total} isTotalExact={isTotalExact} isAlike={isAlike}>
      <span ref={place} className="contents">
        {mayWrite && <ChangeMenu order={order} />}
        <PickedActions {...counted} />
      </span>
      {kind && (
        <BulkDialog
          shop={shop}
          kind={kind}
          selection={selectionOf(props)}
          count={count}
          isAbout={isAbout}
          currency={usualCurrency(selection.rows) ?? list.narrowed.currency?.[0] ?? ''}
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

interface Counted extends BulkBarProps {
  count: number
  /** Whether `count` is an estimate. */
  isAbout: boolean
  order: (kind: BulkKind) => void
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
  const { shop, count, isAbout } = props
  const t = useTranslations('products')
  const actions = usePickedActions(props)
  const query = exportQuery(props)
  const mayExport = useMay('products.export') && query !== null
  const [isExporting, setIsExporting] = useState(false)
  const rows = query && { shop, query, count, isAbout }
  return (
    <>
      <span className="flex flex-wrap gap-2 max-lg:hidden">
        {actions.map((action) => (
          <PickedButton key={action.id} {...action} />
        ))}
        {rows && <ExportButton size="sm" {...rows} />}
      </span>
      {(actions.length > 0 || mayExport) && (
        <span className="lg:hidden">
          <LazyMenu
            load={loadPickedMenu}
            aria-label={t('more')}
            className={buttonClass('secondary', 'sm')}
            menu={{ actions, onExport: mayExport ? () => setIsExporting(true) : undefined }}
          >
            <Ellipsis aria-hidden size={14} />
          </LazyMenu>
        </span>
      )}
      {rows && isExporting && <ExportDialog {...rows} onClose={() => setIsExporting(false)} />}
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
function exportQuery({ list, selection }: BulkBarProps): ExportDialogProps['query'] | null {
  if (selection.except.length > pickLimit) return null
  const sort = list.sort === productListParams.defaultSort ? undefined : list.sort
  return selection.isAll
    ? { ...list.narrowed, q: list.q, sort, except: selection.except.join(',') }
    : { ids: selection.rows.map(({ id }) => id).join(','), sort }
}
