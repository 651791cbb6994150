import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import type { LiveEvent } from '../events'
import { checkoutKeys, customerKeys, notificationKeys, paymentKeys } from './keys'
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

it('refreshes the notification that is named, and all of them if none is', () => {
  const client = new QueryClient()
  const keys = ['one', 'two'].flatMap((shop) => ['a', 'b'].map((id) => notificationKeys.detail(shop, id)))
  const staleAfter = (event: LiveEvent) => {
    for (const key of keys) client.setQueryData(key, {})
    applyLiveEvent(client, 'one', event)
    return keys.map((key) => client.getQueryState(key)?.isInvalidated)
  }
  expect(staleAfter({ kind: 'notification', id: 'a' })).toEqual([true, false, false, false])
  expect(staleAfter({ kind: 'notification' })).toEqual([true, true, false, false])
})
