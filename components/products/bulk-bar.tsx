'use client'
import { Archive, ArchiveRestore, ChevronDown, Copy, Printer, X } from 'lucide-react'
import type { Route } from 'next'
import dynamic from 'next/dynamic'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { pickLimit, type Selection } from '@/components/data-table/use-selection'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { copyText } from '@/components/ui/copy-text'
import { IconButton } from '@/components/ui/icon-button'
import { LinkButton } from '@/components/ui/link-button'
import { LazyMenu } from '@/components/ui/lazy-menu'
import { toast } from '@/components/ui/toast-store'
import type { ProductListItem, ProductSelection } from '@/lib/contracts/product'
import { productListParams } from '@/lib/queries/products'
import { type BulkKind, bulkKinds, loadBulkDialog } from './bulk/kinds'
import { ExportButton } from './export/export-button'
import { archiveLimit, useArchiving } from './list/use-archiving'
import type { ProductListState } from './list/use-product-list'

export interface BulkBarProps {
  shop: string
  list: Pick<ProductListState, 'q' | 'sort' | 'narrowed'>
  selection: Selection<ProductListItem>
  /** How many match, and whether that is exact. */
  total: number
  isTotalExact: boolean
  /** The list is only like what was searched for: no "all that match". */
  isAlike: boolean
}

const BulkDialog = dynamic(loadBulkDialog, { loading: () => null })
const loadMenu = () => import('./bulk/bulk-menu')

/** As many as a printable sheet holds. */
const printLimit = 200

/** What is selected, as the API's bulk work takes it (`productSelection`). */
function selectionOf({ list, selection }: Pick<BulkBarProps, 'list' | 'selection'>): ProductSelection {
  if (!selection.isAll) return { ids: selection.rows.map(({ id }) => id) }
  const query = { ...list.narrowed, ...(list.q ? { q: list.q } : {}) }
  return { query, ...(selection.except.length > 0 ? { except: selection.except } : {}) }
}

/** How many are selected, and what can be done with them. */
export function BulkBar(props: BulkBarProps) {
  const { selection, total, isTotalExact, isAlike } = props
  const t = useTranslations('table')
  const count = selection.count(total)
  const isAbout = selection.isAll && !isTotalExact
  return (
    <div role="group" aria-label={t('bulk')} className="flex min-w-0 flex-wrap items-center gap-2 text-text">
      <span role="status" className="font-medium tabular-nums">
        {t(isAbout ? 'selectedAbout' : 'selected', { count })}
      </span>
      {!selection.isAll && !isAlike && total > count && (
        <Button size="sm" variant="ghost" onPress={selection.selectAll} className="text-accent underline">
          {t(isTotalExact ? 'selectAllMatching' : 'selectAllAbout', { total })}
        </Button>
      )}
      <BulkChange {...props} count={count} isAbout={isAbout} />
      <PickedActions {...props} />
      <ExportSelected {...props} count={count} isAbout={isAbout} />
      <IconButton
        size="sm"
        label={t('clearSelection')}
        icon={<X aria-hidden size={15} />}
        onPress={selection.clear}
      />
      {selection.rows.length >= pickLimit && <span>{t('pickLimit', { limit: pickLimit })}</span>}
    </div>
  )
}

/** What is done here and now, with those that were picked one by one. */
function PickedActions({ shop, selection }: BulkBarProps) {
  const t = useTranslations('products.list')
  const common = useTranslations('common')
  const mayWrite = useMay('products.write')
  const mayShare = useMay('products.share')
  const [isPending, setIsPending] = useState(false)
  const setArchived = useArchiving(shop)
  const { rows } = selection
  if (rows.length === 0) return null
  const links = rows.flatMap(({ pay_url: url }) => url ?? [])
  const isRestoring = rows.every(({ archived }) => archived)

  async function copy() {
    const isCopied = await copyText(links.join('\n'))
    toast(
      isCopied ? t('copiedLinks', { count: links.length }) : common('copyFailed'),
      isCopied ? 'ok' : 'bad',
    )
  }
  async function archive() {
    setIsPending(true)
    selection.replace(await setArchived(rows, !isRestoring))
    setIsPending(false)
  }
  return (
    <>
      {mayShare && links.length > 0 && (
        <Button size="sm" icon={<Copy aria-hidden size={14} />} onPress={copy}>
          {t('copyLinks')}
        </Button>
      )}
      {mayWrite && rows.length <= archiveLimit && (
        <Button
          size="sm"
          isPending={isPending}
          icon={isRestoring ? <ArchiveRestore aria-hidden size={14} /> : <Archive aria-hidden size={14} />}
          onPress={archive}
        >
          {t(isRestoring ? 'restore' : 'archive')}
        </Button>
      )}
      {mayShare && links.length > 0 && rows.length <= printLimit && (
        <LinkButton
          size="sm"
          icon={<Printer aria-hidden size={14} />}
          href={
            `/shops/${shop}/products/print?ids=${rows.map(({ id }) => encodeURIComponent(id)).join(',')}` as Route
          }
        >
          {t('print')}
        </LinkButton>
      )}
    </>
  )
}

interface Counted extends BulkBarProps {
  count: number
  /** `count` is an estimate. */
  isAbout: boolean
}

/** That most of them have. */
function usualCurrency(products: readonly ProductListItem[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { currency } of products) if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0]
}

/** Changes of any number of products, each ordered in a dialog and looked at before it is run. */
function BulkChange({ count, isAbout, ...props }: Counted) {
  const { shop, selection, list } = props
  const t = useTranslations('bulk')
  const mayWrite = useMay('products.write')
  const [kind, setKind] = useState<BulkKind | null>(null)
  const menu = useRef<HTMLSpanElement>(null)
  if (!mayWrite) return null
  // A few that were picked have a button of their own, which does it at once.
  const isQuick = selection.rows.length > 0 && selection.rows.length <= archiveLimit
  const kinds = bulkKinds.filter((one) => !isQuick || (one !== 'archive' && one !== 'restore'))
  const close = () => {
    setKind(null)
    // The menu that led here is gone, and does not get the focus back by itself.
    requestAnimationFrame(() => menu.current?.querySelector('button')?.focus())
  }
  return (
    <>
      <span ref={menu} className="contents">
        <LazyMenu
          load={loadMenu}
          menu={{ kinds, onChoose: setKind }}
          className={buttonClass('secondary', 'sm')}
        >
          {t('change')}
          <ChevronDown aria-hidden size={14} />
        </LazyMenu>
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
    </>
  )
}

/** The selection as a file; its address has to name what was picked, or what was left out. */
function ExportSelected({ shop, list, selection, count, isAbout }: Counted) {
  if (selection.except.length > pickLimit) return null
  const sort = list.sort === productListParams.defaultSort ? undefined : list.sort
  const query = selection.isAll
    ? { ...list.narrowed, q: list.q, sort, except: selection.except.join(',') }
    : { ids: selection.rows.map(({ id }) => id).join(','), sort }
  return <ExportButton size="sm" shop={shop} query={query} count={count} isAbout={isAbout} />
}
