import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { notificationListOptions } from '@/lib/notifications/client'
import { eventually } from '@/lib/testing/eventually'
import type { NotificationList } from './notification-list'
import { type Pause, usePause } from './use-pause'

afterEach(() => vi.unstubAllGlobals())

const page = { items: [], next_cursor: null }

function List({ list, onDraw }: { list: NotificationList; onDraw: (pause: Pause) => void }) {
  onDraw(usePause(list))
  return null
}

/** Pauses the list with these filters. Returns the requested addresses. */
async function pausing(filters: { cursor?: string; sort?: 'received_at' }): Promise<string[]> {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return Response.json(page)
  })
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } })
  // Read on the first page, before the person went to another.
  client.setQueryData(notificationListOptions('s', {}).queryKey, page as never)
  const list = { shop: 's', state: { filters }, query: { data: page, isPlaceholderData: false } }
  let found: Pause | undefined
  renderToString(
    <QueryClientProvider client={client}>
      <List list={list as unknown as NotificationList} onDraw={(pause) => (found = pause)} />
    </QueryClientProvider>,
  )
  found?.pause()
  await eventually(async () => expect(client.isFetching()).toBe(0))
  return asked
}

it('asks on another page what has been received so far, whatever was read before', async () => {
  const newest = ['/api/shops/s/notifications']
  expect(await pausing({ cursor: 'second' })).toEqual(newest)
  expect(await pausing({ sort: 'received_at' })).toEqual(newest)
})

it('knows on the newest page what has been received', async () => {
  expect(await pausing({})).toEqual([])
})
