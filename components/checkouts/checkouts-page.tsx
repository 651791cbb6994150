'use client'
import { dynamic } from '@/components/ui/dynamic'
import { type ReactNode, useMemo } from 'react'
import { FileActions } from '@/components/list/file-actions'
import { ListPage } from '@/components/list/list-page'
import { useCurrencyGroups } from '@/components/list/use-currency-filter'
import { CheckoutCard } from './checkout-card'
import { CheckoutActionsContext } from './list/actions'
import { type CheckoutList, checkoutExport, useCheckoutList } from './list/checkout-list'
import { useReissue } from '@/components/payment-links/use-reissue'

const BulkBar = dynamic(() => import('./list/bulk-bar').then((module) => module.BulkBar))

/**
 * Lists the checkouts created in Counterfoil. Works without the gateway, which has no list of checkouts.
 * States update
 * live.
 */
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
