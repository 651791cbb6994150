import { eq } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { eventually } from '../../testing/eventually'
import { testOffice } from '../../testing/office'
import { accessAgain } from './auth/access-again'
import { liveEvents, publishLiveEvent } from './live'
import { memberships } from './tables/users'

const office = testOffice('embedded')

function listen(signal: AbortSignal, context = office.context) {
  const response = liveEvents(context, signal)
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  let text = ''
  const ended = (async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read())
      text += Buffer.from(read.value).toString()
  })()
  return { response, reader, text: () => text, ended }
}

it('sends the shop’s events, and none of another shop', async () => {
  const abort = new AbortController()
  const browser = listen(abort.signal)
  expect(browser.response.headers.get('content-type')).toBe('text/event-stream')
  expect(browser.response.headers.get('cache-control')).toContain('no-transform')
  const shop = await office.insertShop('shop-other')
  await publishLiveEvent({ ...office.context, shop }, { kind: 'notification', id: 'theirs' })
  await publishLiveEvent(office.context, { kind: 'notification', id: 'ours' })
  await eventually(() => expect(browser.text()).toContain('data: {"kind":"notification","id":"ours"}\n\n'))
  expect(browser.text()).not.toContain('theirs')
  abort.abort()
  await browser.ended
})

it('begins with the time since the shop’s last event', async () => {
  const now = vi.spyOn(Date, 'now')
  const shop = await office.insertShop('shop-loud')
  const other = { ...office.context, shop }
  now.mockReturnValue(1_000)
  await publishLiveEvent(other, { kind: 'products' })
  now.mockReturnValue(4_000)
  await publishLiveEvent(office.context, { kind: 'products' })
  now.mockReturnValue(4_500)
  for (const [context, quietMs] of [
    [office.context, 500],
    [other, 3_500],
  ] as const) {
    const abort = new AbortController()
    const browser = listen(abort.signal, context)
    await eventually(() => expect(browser.text()).toBe(`retry: 2000\nevent: hello\ndata: ${quietMs}\n\n`))
    abort.abort()
  }
  now.mockRestore()
})

it('contains only IDs and kinds', async () => {
  const event = { kind: 'notification', id: 'x', email: 'sofia@mail.example' } as const
  const abort = new AbortController()
  const browser = listen(abort.signal)
  await publishLiveEvent(office.context, event)
  await eventually(() => expect(browser.text()).toContain('"id":"x"'))
  expect(browser.text()).not.toContain('sofia')
  abort.abort()
})

it('ends when the browser disconnects, in either way, and does not affect others', async () => {
  const [aborted, cancelled, stays] = [new AbortController(), new AbortController(), new AbortController()]
  const [one, two, three] = [aborted, cancelled, stays].map(({ signal }) => listen(signal))
  aborted.abort()
  aborted.abort()
  await one?.ended
  await two?.reader.cancel()
  await two?.ended
  await publishLiveEvent(office.context, { kind: 'products' })
  await eventually(() => expect(three?.text()).toContain('"kind":"products"'))
  expect(one?.text()).not.toContain('products')
  stays.abort()
})

it('ends with a beat once the person lost access, and not while the database is away', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const actor = await office.insertPerson(office.context.shop.id, 'viewer')
  const context = { ...office.context, actor }
  const abort = new AbortController()
  const requireAccess = vi.fn<() => Promise<void>>(accessAgain(context, 'shop.read'))
  const browser = listen(abort.signal, { ...context, requireAccess })
  const beat = async () => {
    vi.advanceTimersByTime(20_000)
    await vi
      .mocked(requireAccess)
      .mock.results.at(-1)
      ?.value.catch(() => undefined)
  }
  requireAccess.mockRejectedValueOnce(new Error('the database is away'))
  await beat()
  await beat()
  await publishLiveEvent(office.context, { kind: 'products' })
  await eventually(() => expect(browser.text()).toContain('"kind":"products"'))
  await office.engine.db.delete(memberships).where(eq(memberships.userId, actor.userId))
  await beat()
  await browser.ended
  vi.useRealTimers()
  expect(browser.text().match(/event: beat/g)).toHaveLength(3)
  expect(abort.signal.aborted).toBe(false)
})

it('does not start for a disconnected browser', async () => {
  const abort = new AbortController()
  abort.abort()
  await listen(abort.signal).ended
})
