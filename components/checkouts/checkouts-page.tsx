'use client'
import type { Route } from 'next'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { Marked } from '@/components/data-table/marked'
import { Personal } from '@/components/data-table/personal'
import { FileActions } from '@/components/list/file-actions'
import { ListPage } from '@/components/list/list-page'
import { useCurrencyGroups } from '@/components/list/filters/fetched-filters'
import { useMoney } from '@/components/money/use-money'
import { useReissue } from '@/components/payment-links/reissue'
import { when } from '@/components/time/when'
import { dynamic } from '@/components/ui/dynamic'
import { Link } from '@/components/ui/link'
import type { CheckoutListItem } from '@/lib/checkouts/schema'
import { EvidenceText, StateBadge } from './cells'
import { CheckoutActionsContext, CopyLink, RowActions } from './list/row-actions'
import { checkoutExport, type CheckoutList, useCheckoutList, Identifiers } from './list/checkout-list'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const BulkBar = dynamic(lazyWithMessages(() => import('./list/bulk-bar').then((module) => module.BulkBar)))

/** Lists the checkouts created in Counterfoil: the gateway has no list of them. States update live. */
export function CheckoutsPage({ shop }: { shop: string }) {
  const list = useCheckoutList(shop)
  return (
    <ActionsProvider list={list}>
      <ListPage
        list={list}
        actions={<FileActions list={list} of="checkouts" exported={checkoutExport} />}
        groupOf={useCurrencyGroups(list)}
        renderCard={(checkout, href) => <CheckoutCard checkout={checkout} href={href} />}
        bulkBar={<BulkBar list={list} />}
      />
    </ActionsProvider>
  )
}

function ActionsProvider({ list, children }: { list: CheckoutList; children: ReactNode }) {
  const { shop, state } = list
  const { reissue, dialog } = useReissue(shop)
  const actions = useMemo(
    () => ({ shop, reissue, showTracking: (trackingId: string) => state.search(trackingId) }),
    [shop, reissue, state],
  )
  return (
    <CheckoutActionsContext value={actions}>
      {children}
      {dialog}
    </CheckoutActionsContext>
  )
}

function CheckoutCard({ checkout, href }: { checkout: CheckoutListItem; href: Route }) {
  const t = useTranslations('checkouts')
  const { amountText } = useMoney()
  const { description, email, masked, marks, tracking_id: trackingId, created_at: at } = checkout
  return (
    <>
      <span className="block">
        <Link href={href} data-row-link="" className="block rounded-sm">
          <span className="flex items-baseline justify-between gap-3">
            <span dir="auto" className="min-w-0 truncate text-base font-medium">
              <Marked text={description} marks={marks?.description} />
            </span>
            <span className="shrink-0 text-base font-semibold tabular-nums">{amountText(checkout)}</span>
          </span>
          {(trackingId || marks?.token.length) && (
            <span dir="auto" className="block truncate font-mono text-xs text-muted">
              <Identifiers checkout={checkout} hasToken />
            </span>
          )}
          <span className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <StateBadge checkout={checkout} />
            <EvidenceText checkout={checkout} />
          </span>
          <span className="mt-1 flex flex-wrap gap-x-2 text-sm text-muted">
            {email && (
              <span dir="auto" className="min-w-0 truncate">
                <Personal text={email} isMasked={masked} marks={marks?.email} />
              </span>
            )}
            <span>{t.rich('created', { when: when(at, { isPlain: true }) })}</span>
          </span>
        </Link>
      </span>
      <span className="mt-2.5 flex gap-1.5">
        <CopyLink checkout={checkout} className="min-h-8 flex-1 justify-center" />
        <RowActions checkout={checkout} />
      </span>
    </>
  )
}
