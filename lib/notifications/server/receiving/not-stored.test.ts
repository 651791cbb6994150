import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { Shop } from '../../../core/server/context'
import { shops } from '../../../core/server/tables/shops'
import { onEachEngine } from '../../../db/testing-engines'
import { eventually } from '../../../testing/eventually'
import { openTestOffice } from '../../../testing/office'
import { reserveMemory } from './room'
import { receiveNotification } from './receive'
import { payment } from './testing-receiver'
import { notifications } from '../tables'

onEachEngine('a notification, where storage fails that cannot be stored', (kind) => {
  it('is 503 while too much waits for the disk, and 200 after that', async () => {
    const office = await openTestOffice(kind)
    const { hookKey } = office.context.shop
    const post = () =>
      receiveNotification(hookKey, new Request('http://localhost', { method: 'POST', body: payment() }))
    const room = reserveMemory()
    room.grow(64 * 1024 * 1024)
    const refused = await post()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    room.leave()
    expect((await post()).status).toBe(200)
    await eventually(async () => {
      const [row] = await office.engine.db.select().from(notifications).where(office.whereShop(notifications))
      expect(row?.processedAt).not.toBeNull()
    })
    await office.dispose()
  })

  it('is 404 if its shop was deleted meanwhile, and those of other shops are stored', async () => {
    const office = await openTestOffice(kind)
    const gone = await office.insertShop('shop-gone')
    let setRemoved = () => {}
    const removed = new Promise<void>((resolve) => (setRemoved = resolve))
    /** Posts a body that arrives after the shop is removed. */
    const post = ({ hookKey }: Shop, whenRead: () => Promise<unknown>) => {
      const pull = async (controller: ReadableStreamDefaultController) => {
        await whenRead()
        controller.enqueue(Buffer.from(payment()))
        controller.close()
      }
      const body = new ReadableStream({ pull }, { highWaterMark: 0 })
      const init = { method: 'POST', body, duplex: 'half' } as RequestInit
      return receiveNotification(hookKey, new Request('http://localhost', init))
    }
    const answers = await Promise.all([
      post(gone, () =>
        office.engine.db
          .delete(shops)
          .where(eq(shops.id, gone.id))
          .then(() => setRemoved()),
      ),
      ...Array.from({ length: 3 }, () => post(office.context.shop, () => removed)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([404, 200, 200, 200])
    await eventually(async () => {
      const stored = await office.engine.db
        .select()
        .from(notifications)
        .where(office.whereShop(notifications))
      expect(stored.map(({ processedAt }) => processedAt !== null)).toEqual([true, true, true])
    })
    await office.dispose()
  })

  it('is 503, so that the gateway sends it again', async () => {
    const office = await openTestOffice(kind)
    const { hookKey } = office.context.shop
    const post = () =>
      receiveNotification(hookKey, new Request('http://localhost', { method: 'POST', body: payment() }))
    expect((await post()).status).toBe(200)
    await eventually(async () => {
      const [row] = await office.engine.db.select().from(notifications).where(office.whereShop(notifications))
      expect(row?.processedAt).not.toBeNull()
    })
    await office.dispose()
    const answer = await post()
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'storage_unavailable' })
  })
})
