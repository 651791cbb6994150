'use client'
import { Copy, Ellipsis } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { SelectionBar } from '@/components/list/selection-bar'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { LazyMenu } from '@/components/ui/overlays/lazy-menu'
import type { CheckoutList } from './checkout-list'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { useQueryClient } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { allMatching } from '@/components/data-table/selection/all-matching'
import { SandboxOrigin } from '@/components/payment-links/link-view'
import { copyText } from '@/components/ui/text/copy-text'
import { toast } from '@/components/ui/overlays/toast-store'
import { checkoutListOptions } from '@/lib/checkouts/client'
import { checkoutLink } from '@/lib/checkouts/link'
import type { CheckoutListItem, CheckoutItem } from '@/lib/checkouts/schema'
import { ApiError } from '@/lib/core/api/http'
import type { LinkView } from '@/lib/products/link-state'

const loadMenu = lazyWithMessages(() => import('./copy-menu'))

export function BulkBar({ list }: { list: CheckoutList }) {
  const t = useTranslations('checkouts')
  const { copy, isPending } = useCopyLinks(list)
  const isTooMany = list.selection.count(list.total) > copyLimit
  return (
    <SelectionBar list={list}>
      {isTooMany ? (
        <span className="text-muted">{t('list.copyLimit', { limit: copyLimit })}</span>
      ) : (
        <span className="flex gap-2">
          <Button
            size="sm"
            icon={<Copy aria-hidden size={14} />}
            isPending={isPending}
            onPress={() => copy()}
          >
            {t('list.copyLinks')}
          </Button>
          <LazyMenu
            load={loadMenu}
            aria-label={t('list.otherCopies')}
            className={buttonClass('secondary', 'sm')}
            menu={{ copy }}
          >
            <Ellipsis aria-hidden size={14} />
          </LazyMenu>
        </span>
      )}
    </SelectionBar>
  )
}

/** The maximum number of links to copy. Larger sets need an export. */
const copyLimit = 1000

/** Copies the payable links of the selection. A toast says how many were copied and how many left out. */
export function useCopyLinks({ shop, state, selection }: CheckoutList) {
  const t = useTranslations('checkouts.list')
  const common = useTranslations('common')
  const client = useQueryClient()
  const sandbox = useContext(SandboxOrigin)
  const [isPending, setIsPending] = useState(false)
  const { rows, isAll: isAllSelected, except } = selection
  const { cursor: _page, ...filters } = state.filters

  const readPage = (page: { cursor?: string; limit: number }) =>
    client.query({ ...checkoutListOptions(shop, { ...filters, ...page }), staleTime: 0 })

  async function copyRows(all: readonly CheckoutListItem[], hasDescriptions: boolean) {
    const { text, taken, left } = linkLines(all, { hasDescriptions, now: Date.now(), sandbox })
    if (taken === 0) return toast(t('nothingToCopy', { count: left }), 'bad')
    if (!(await copyText(text))) return toast(common('copyFailed'), 'bad')
    if (left === 0) return toast(t('copiedLinks', { count: taken }))
    toast(`${t('copiedLinks', { count: taken })} ${t('leftOut', { count: left })}`)
  }
  async function copy({ hasDescriptions = false } = {}): Promise<void> {
    setIsPending(true)
    try {
      const all = isAllSelected ? await allMatching(readPage, { except, most: copyLimit }) : rows
      await copyRows(all, hasDescriptions)
    } catch (error) {
      toast(error instanceof ApiError ? error.title : t('copyNotRead'), 'bad', { error })
    } finally {
      setIsPending(false)
    }
  }
  return { copy, isPending }
}

type Linked = Pick<CheckoutItem, 'redirect_url' | 'description' | 'state' | 'attempts_left' | 'expires_at'>

interface Wanted extends LinkView {
  /** Puts the description and a tab before each link, for pasting into spreadsheets. */
  hasDescriptions: boolean
}

/** Returns the payable links, one per line, with the counts of those taken and left out. */
export function linkLines(rows: readonly Linked[], { hasDescriptions, ...view }: Wanted) {
  const taken = rows.filter((row) => checkoutLink(row, view).fault === null)
  const lines = taken.map(({ redirect_url: url, description }) =>
    // A tab or line break in the description would split the cell or the row.
    hasDescriptions ? `${description.replaceAll(/\s+/g, ' ').trim()}\t${url}` : url,
  )
  return { text: lines.join('\n'), taken: taken.length, left: rows.length - taken.length }
}
