'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, Copy, type LucideIcon, Printer, Store } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useContext, useState } from 'react'
import { useTranslations } from 'use-intl'
import { allMatching } from '@/components/data-table/selection/all-matching'
import { useCopy } from '@/components/frame/use-copy'
import { useMay } from '@/components/frame/use-may'
import { SandboxOrigin } from '@/components/payment-links/link-view'
import { toast } from '@/components/ui/overlays/toast-store'
import { ApiError } from '@/lib/core/api/http'
import { productListOptions } from '@/lib/products/client'
import { productLink } from '@/lib/products/link-state'
import type { ProductListItem } from '@/lib/products/schema'
import { archiveLimit, useArchiving } from '../list/actions'
import type { ProductList } from '../list/product-list'
import { maxTickets, printHref } from '../print-options'
import { type ArchivingKind, archivingKinds } from './kinds'

/** The maximum number of links to copy. Larger sets need an export. */
const copyLimit = 1000

export interface PickedAction {
  id: string
  label: string
  icon: LucideIcon
  isPending: boolean
  run: () => unknown
}

type PickedId = 'copyLinks' | ArchivingKind | 'print' | 'copyToShop'

interface Picked {
  list: ProductList
  count: number
  /** Opens the dialog for a bulk change or a copy, with a dry run. */
  order: (kind: ArchivingKind | 'copy') => void
  /** Whether the person has a shop to copy to. */
  canCopy: boolean
}

/** Returns the actions for the selected rows, or for all matching products if there are not too many. */
export function usePickedActions({ list, count, order, canCopy }: Picked): PickedAction[] {
  const { shop, state, selection } = list
  const t = useTranslations('products.list')
  const router = useRouter()
  const mayWrite = useMay('products.write')
  const mayShare = useMay('products.share')
  const copyLinks = useCopyLinks()
  const setArchived = useArchiving(shop)
  const client = useQueryClient()
  const [pending, setPending] = useState<string | null>(null)
  const { rows, isAll, except } = selection
  const { cursor: _page, ...filters } = state.filters

  const readPage = (page: { cursor?: string; limit: number }) =>
    client.query({ ...productListOptions(shop, { ...filters, ...page }), staleTime: 0 })

  /** Runs the action after the selected rows are loaded. */
  async function act(id: string, run: (rows: readonly ProductListItem[]) => unknown) {
    setPending(id)
    try {
      await run(isAll ? await allMatching(readPage, { except, most: copyLimit }) : rows)
    } catch (error) {
      toast(error instanceof ApiError ? error.title : t('actionFailed'), 'bad', { error })
    } finally {
      setPending(null)
    }
  }
  const action = (id: PickedId, icon: LucideIcon, run: Parameters<typeof act>[1]) => ({
    id,
    label: t(id),
    icon,
    isPending: pending === id,
    run: () => act(id, run),
  })
  const actions: PickedAction[] = []
  const hasLinks = isAll || rows.some(({ pay_url: url, vanished }) => url && !vanished)
  if (mayShare && hasLinks && count <= copyLimit) actions.push(action('copyLinks', Copy, copyLinks))
  // A few products are archived at once, with an undo. Many become a job.
  const isFew = !isAll && count <= archiveLimit
  const archiving = (kind: ArchivingKind) => {
    const isWanted = kind === 'archive'
    const few = async () =>
      selection.replace(
        await setArchived(
          rows.filter(({ archived }) => archived !== isWanted),
          isWanted,
        ),
      )
    const made = action(kind, isWanted ? Archive : ArchiveRestore, few)
    return isFew ? made : { ...made, run: () => order(kind) }
  }
  if (mayWrite) actions.push(...archivingKinds(selection, state.narrowed.archived).map(archiving))
  const print = (all: readonly ProductListItem[]) =>
    router.push(printHref(shop, { ids: all.map(({ id }) => id) }))
  if (mayShare && hasLinks && count <= maxTickets) actions.push(action('print', Printer, print))
  if (canCopy) actions.push({ ...action('copyToShop', Store, () => {}), run: () => order('copy') })
  return actions
}

/** Copies the links of the payable products. The message says how many were left out. */
function useCopyLinks() {
  const t = useTranslations('products.list')
  const copy = useCopy()
  const sandbox = useContext(SandboxOrigin)
  return (rows: readonly ProductListItem[]) => {
    const view = { now: Date.now(), sandbox }
    const taken = rows.filter((product) => productLink(product, product.pay_url, view).fault === null)
    const left = rows.length - taken.length
    if (taken.length === 0) return toast(t('nothingToCopy', { count: left }), 'bad')
    const copied = t('copiedLinks', { count: taken.length })
    return copy(
      taken.map(({ pay_url: url }) => url).join('\n'),
      left === 0 ? copied : `${copied} ${t('leftOut', { count: left })}`,
    )
  }
}
