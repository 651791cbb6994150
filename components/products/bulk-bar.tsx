'use client'
import { Archive, ArchiveRestore, Copy, Download, Printer, X } from 'lucide-react'
import type { Route } from 'next'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { pickLimit, type Selection } from '@/components/data-table/use-selection'
import { useMay } from '@/components/frame/use-may'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { copyText } from '@/components/ui/copy-text'
import { IconButton } from '@/components/ui/icon-button'
import { LinkButton } from '@/components/ui/link-button'
import { toast } from '@/components/ui/toast-store'
import type { ProductListItem, ProductSelection } from '@/lib/contracts/product'
import { productExportHref, productListParams } from '@/lib/queries/products'
import { archiveLimit, useArchiving } from './list/use-archiving'
import type { ProductListState } from './list/use-product-list'

export interface BulkBarProps {
  shop: string
  list: Pick<ProductListState, 'q' | 'sort' | 'narrowed'>
  selection: Selection<ProductListItem>
  /** How many match, and whether that is exact. */
  total: number
  isTotalExact: boolean
}

/** As many as a printable sheet holds. */
const printLimit = 200

/** What is selected, as the API's bulk work and its export take it (`productSelection`). */
export function selectionOf({ list, selection }: Pick<BulkBarProps, 'list' | 'selection'>): ProductSelection {
  if (!selection.isAll) return { ids: selection.rows.map(({ id }) => id) }
  const query = { ...list.narrowed, ...(list.q ? { q: list.q } : {}) }
  return { query, ...(selection.except.length > 0 ? { except: selection.except } : {}) }
}

/**
 * How many are selected, and what can be done with them. Work over a selection of any size (price, stock, expiry) gets
 * `selectionOf(props)` and the count.
 */
export function BulkBar(props: BulkBarProps) {
  const { selection, total, isTotalExact } = props
  const t = useTranslations('table')
  const count = selection.count(total)
  const isAbout = selection.isAll && !isTotalExact
  return (
    <div role="group" aria-label={t('bulk')} className="flex min-w-0 flex-wrap items-center gap-2 text-text">
      <span role="status" className="font-medium tabular-nums">
        {t(isAbout ? 'selectedAbout' : 'selected', { count })}
      </span>
      {!selection.isAll && total > count && (
        <Button size="sm" variant="ghost" onPress={selection.selectAll} className="text-accent underline">
          {t(isTotalExact ? 'selectAllMatching' : 'selectAllAbout', { total })}
        </Button>
      )}
      <PickedActions {...props} />
      <ExportLink {...props} />
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

/** The selection as a file. A plain link: the browser saves what the server streams. */
function ExportLink({ shop, list, selection }: BulkBarProps) {
  const t = useTranslations('products.list')
  const mayExport = useMay('products.export')
  if (!mayExport || selection.except.length > pickLimit) return null
  const sort = list.sort === productListParams.defaultSort ? undefined : list.sort
  const query = selection.isAll
    ? { ...list.narrowed, q: list.q, sort, except: selection.except.join(',') }
    : { ids: selection.rows.map(({ id }) => id).join(','), sort }
  return (
    <a href={productExportHref(shop, query)} download className={buttonClass('secondary', 'sm')}>
      <Download aria-hidden size={14} />
      {t('export')}
    </a>
  )
}
