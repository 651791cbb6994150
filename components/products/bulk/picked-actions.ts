'use client'
import { Archive, ArchiveRestore, Copy, type LucideIcon, Printer } from 'lucide-react'
import type { Route } from 'next'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Selection } from '@/components/data-table/use-selection'
import { useMay } from '@/components/frame/use-may'
import { copyText } from '@/components/ui/copy-text'
import { toast } from '@/components/ui/toast-store'
import type { ProductListItem } from '@/lib/contracts/product'
import { archiveLimit, useArchiving } from '../list/use-archiving'

/** As many as a printable sheet holds. */
const printLimit = 200

/** A button of the bar, or an item of its menu; a link where it leads somewhere. */
export type PickedAction = { id: string; label: string; icon: LucideIcon } & (
  { run: () => Promise<void>; isPending?: boolean } | { href: Route }
)

/** What is done here and now, with those that were picked one by one; nothing where all that match are selected. */
export function usePickedActions(shop: string, selection: Selection<ProductListItem>): PickedAction[] {
  const t = useTranslations('products.list')
  const common = useTranslations('common')
  const mayWrite = useMay('products.write')
  const mayShare = useMay('products.share')
  const [isPending, setIsPending] = useState(false)
  const setArchived = useArchiving(shop)
  const { rows } = selection
  if (rows.length === 0) return []
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
  const actions: PickedAction[] = []
  if (mayShare && links.length > 0) actions.push({ id: 'copy', label: t('copyLinks'), icon: Copy, run: copy })
  if (mayWrite && rows.length <= archiveLimit) {
    const [label, icon] = isRestoring ? [t('restore'), ArchiveRestore] : [t('archive'), Archive]
    actions.push({ id: 'archive', label, icon, run: archive, isPending })
  }
  if (mayShare && links.length > 0 && rows.length <= printLimit) {
    const ids = rows.map(({ id }) => encodeURIComponent(id)).join(',')
    const href = `/shops/${shop}/products/print?ids=${ids}` as Route
    actions.push({ id: 'print', label: t('print'), icon: Printer, href })
  }
  return actions
}
