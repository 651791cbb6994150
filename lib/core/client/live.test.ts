import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { checkoutKeys, customerKeys, paymentKeys } from './keys'
import { applyLiveEvent } from './live'

it('refreshes the checkouts and customers that a statement adds payments to', () => {
  const client = new QueryClient()
  const keys = (shop: string) => [
    paymentKeys.detail(shop, 'a payment'),
    checkoutKeys.detail(shop, 'a checkout'),
    customerKeys.detail(shop, 'a customer'),
  ]
  for (const key of [...keys('one'), ...keys('two')]) client.setQueryData(key, {})
  applyLiveEvent(client, 'one', { kind: 'reconciliation', id: 'a run' })
  const isStale = (key: readonly unknown[]) => client.getQueryState(key)?.isInvalidated
  expect(keys('one').map(isStale)).toEqual([true, true, true])
  expect(keys('two').map(isStale)).toEqual([false, false, false])
})
