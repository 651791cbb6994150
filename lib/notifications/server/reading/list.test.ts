import { sql } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { exactTotalLimit } from '../../../core/lists/paging'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import type { NotificationListQuery } from '../../schema'
import { listNotifications } from './list'
import { processNotification } from '../interpreting/process'
import { readNotificationDetail } from './read'
import { notifications } from '../tables'

onEachEngine('notifications listed', (kind) => {
  const office = testOffice(kind)
  beforeEach(() => office.clear(notifications))

  /** Inserts notifications one second apart, the last one newest, with `n` as the tracking ID. */
  const insert = (text: string, count: number) =>
    office.engine.db.execute(sql`
        INSERT INTO notifications (shop_id, id, received_at, last_received_at, body, fingerprint, headers, signature,
          credentials, authenticity, processed_at, kind, tracking_id, keys, search)
        SELECT ${office.context.shop.id}, gen_random_uuid(), at, at, '{}', int4send(n) || convert_to(${text}, 'UTF8'), '{}',
          'verified', 'matched', 'signature', at, 'transaction', n::text, '{}', ' ' || ${text} || ' ' || n
        FROM generate_series(1, ${count}) n, LATERAL (SELECT now() - interval '1 second' * (${count} - n) AS at) a`)
  const list = (query: Partial<NotificationListQuery>) =>
    listNotifications(office.context, { sort: '-received_at', limit: 50, ...query })
  const numbers = ({ items }: Awaited<ReturnType<typeof list>>) =>
    items.map((item) => Number(item.tracking_id))
  const downFrom = (most: number, count: number) => Array.from({ length: count }, (_, at) => most - at)

  it('say that they are still to be worked out, until it is known that they are not understood', async () => {
    await insert('kettle', 1)
    await office.engine.db
      .update(notifications)
      .set({ processedAt: null, kind: null })
      .where(office.whereShop(notifications))
    const [waiting] = (await list({})).items
    expect(waiting).toMatchObject({ kind: 'unknown', worked_out: false })
    const id = waiting?.id ?? ''
    const detail = await readNotificationDetail(office.context, id)
    expect(detail).toMatchObject({ kind: 'unknown', worked_out: false })
    expect(await list({ kind: ['unknown'] })).toMatchObject({ total: 0 })
    await processNotification(office.context, id)
    expect(await list({ kind: ['unknown'] })).toMatchObject({ total: 1 })
    expect((await list({})).items).toMatchObject([{ id, kind: 'unknown', worked_out: true }])
  })

  it('keep their texts while they are worked out again', async () => {
    await insert('kettle', 1)
    await office.engine.db
      .update(notifications)
      .set({ processedAt: null })
      .where(office.whereShop(notifications))
    expect((await list({})).items).toMatchObject([{ kind: 'transaction', worked_out: true }])
  })

  it('searched for come page by page, there and back, in either order, with how many there are', async () => {
    await insert('kettle', 120)
    await insert('basket', 3)
    const first = await list({ q: 'kettle' })
    expect(numbers(first)).toEqual(downFrom(120, 50))
    expect(first).toMatchObject({ total: 120, total_exact: true, prev_cursor: null })
    const second = await list({ q: 'kettle', cursor: first.next_cursor ?? '' })
    expect(numbers(second)).toEqual(downFrom(70, 50))
    const third = await list({ q: 'kettle', cursor: second.next_cursor ?? '' })
    expect(numbers(third)).toEqual(downFrom(20, 20))
    expect(third).toMatchObject({ total: 120, total_exact: true, next_cursor: null })
    const back = await list({ q: 'kettle', cursor: third.prev_cursor ?? '' })
    expect(numbers(back)).toEqual(numbers(second))
    const oldest = await list({ q: 'kettle', sort: 'received_at', limit: 2 })
    expect([numbers(oldest), oldest.total]).toEqual([[1, 2], 120])
    expect(await list({ q: 'nobody has this' })).toMatchObject({ items: [], total: 0, total_exact: true })
  })

  it('searched for come newest first of more than are counted, with about how many there are', async () => {
    await insert('lantern', exactTotalLimit + 100)
    const [first, again] = [await list({ q: 'lantern' }), await list({ q: 'lantern' })]
    expect(first).toMatchObject({ total_exact: false })
    expect(first.total).toBeGreaterThanOrEqual(exactTotalLimit)
    expect(numbers(first)).toEqual(downFrom(exactTotalLimit + 100, 50))
    expect(again).toEqual(first)
    const second = await list({ q: 'lantern', cursor: first.next_cursor ?? '' })
    expect(numbers(second)).toEqual(downFrom(exactTotalLimit + 50, 50))
    // Far fewer remain than were estimated.
    await office.clear(notifications)
    await insert('lantern', 2)
    expect(await list({ q: 'lantern' })).toMatchObject({ total: 2, total_exact: true })
  })
})
