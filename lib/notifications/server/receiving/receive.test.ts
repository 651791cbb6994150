import { generateKeyPairSync, sign } from 'node:crypto'
import { asc, eq, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Shop } from '../../../core/server/context'
import { shops } from '../../../core/server/tables/shops'
import { testEngines } from '../../../db/testing'
import { mirrorProducts } from '../../../products/server/mirror/mirror'
import { products } from '../../../products/server/tables'
import {
  eventually,
  listen,
  ofShop,
  openTestOffice,
  testSecret,
  type TestOffice,
} from '../../../testing/office'
import { otherShop } from '../../../testing/other-shop'
import { listNotifications } from '../reading/list'
import { processLeftBehind } from '../interpreting/backlog'
import { reserveMemory } from './room'
import { readNotificationDetail } from '../reading/read'
import { receiveNotification } from './receive'
import { notifications } from '../tables'

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
const credentials = { authorization: `Basic ${Buffer.from(`361:${testSecret}`).toString('base64')}` }
const signature = (body: string | Buffer) => ({
  'content-signature': sign('RSA-SHA256', Buffer.from(body), keys.privateKey).toString('base64'),
})
const payment = (change: Record<string, unknown> = {}) =>
  JSON.stringify({
    transaction: { uid: crypto.randomUUID(), status: 'successful', amount: 1250, currency: 'EUR', ...change },
  })

describe.each(testEngines)('a notification, on $kind', ({ kind, available }) => {
  describe.skipIf(!available)('that arrives', () => {
    let office: TestOffice
    let shop: Shop
    let gateway: Awaited<ReturnType<typeof listen>>
    const asked: string[] = []
    beforeAll(async () => {
      gateway = await listen((request, response) => {
        asked.push(request.url ?? '')
        response.writeHead(200).end(JSON.stringify({ id: request.url?.split('/').pop(), name: 'Refreshed' }))
      })
      office = await openTestOffice(kind, gateway.url)
      shop = await office.insertShop('shop-signed', publicKey)
    })
    afterAll(async () => {
      await office.dispose()
      await gateway.close()
    })
    beforeEach(async () => {
      await office.engine.db.delete(notifications)
      await office.engine.db.delete(products)
      asked.length = 0
    })

    const receive = (body: BodyInit, headers: Record<string, string> = {}, key = shop.hookKey) =>
      receiveNotification(
        key,
        new Request('http://localhost/hook', {
          method: 'POST',
          body,
          headers,
          duplex: 'half',
        } as RequestInit),
      )
    const rows = () =>
      office.engine.db
        .select()
        .from(notifications)
        .where(ne(notifications.shopId, otherShop))
        .orderBy(asc(notifications.id))
    const processed = () =>
      eventually(async () => {
        const all = await rows()
        expect(all.length).toBeGreaterThan(0)
        expect(all.every(({ processedAt }) => processedAt !== null)).toBe(true)
        return all
      })
    const mirror = (...made: Record<string, unknown>[]) =>
      mirrorProducts(office.engine.db, shop.id, made as never, new Date())
    const context = () => ({ ...office.context, shop })

    it.each<[string, (body: string) => Record<string, string>, Record<string, string>]>([
      ['a signature', signature, { authenticity: 'signature', signature: 'verified', credentials: 'absent' }],
      [
        'credentials',
        () => credentials,
        { authenticity: 'credentials', signature: 'absent', credentials: 'matched' },
      ],
      [
        'both',
        (body) => ({ ...signature(body), ...credentials }),
        { authenticity: 'signature', signature: 'verified', credentials: 'matched' },
      ],
      ['nothing', () => ({}), { authenticity: 'unverified', signature: 'absent', credentials: 'absent' }],
      ['a forged signature', () => signature('x'), { authenticity: 'unverified', signature: 'failed' }],
    ])('with %s is on disk once it is answered 200', async (_name, headers, expected) => {
      const body = payment()
      const answer = await receive(body, {
        ...headers(body),
        'content-type': 'application/json',
        cookie: 'c=1',
      })
      expect(answer.status).toBe(200)
      const [row] = await rows()
      expect(row).toMatchObject({ ...expected, shopId: shop.id, deliveryCount: 1 })
      expect(row?.body.toString()).toBe(body)
      const kept = JSON.stringify(row?.headers)
      expect(kept).toContain('application/json')
      for (const secret of ['authorization', 'cookie', testSecret])
        expect(kept.toLowerCase()).not.toContain(secret)
      await processed()
    })

    it.each(['', 'wrong', 'x'.repeat(5000), 'a\0b', '%00', '../..', "' OR 1=1"])(
      'at the address %j, which is nobody’s, is 404 and kept nowhere',
      async (key) => {
        expect((await receive(payment(), credentials, key)).status).toBe(404)
        expect(await rows()).toEqual([])
      },
    )

    it('over 1 MiB is 413 and kept nowhere, declared or not', async () => {
      const body = 'x'.repeat(1024 * 1024 + 1)
      expect((await receive(body, { 'content-length': String(body.length) })).status).toBe(413)
      expect((await receive(new Blob([body]).stream())).status).toBe(413)
      expect((await receive('{}', { 'content-length': '9'.repeat(30) })).status).toBe(413)
      expect(await rows()).toEqual([])
    })

    it('of just 1 MiB, and with lengths that are nonsense, is kept', async () => {
      expect((await receive('x'.repeat(1024 * 1024))).status).toBe(200)
      expect((await receive('{}', { 'content-length': 'nonsense' })).status).toBe(200)
      await processed()
    })

    it.each<[string, BodyInit, string, string]>([
      ['empty', '', 'not_json', ''],
      ['no JSON', 'uid=1', 'not_json', 'uid=1'],
      ['no text', Buffer.from([0xff, 0x41, 0x00, 0xfe]), 'not_utf8', String.raw`\xffA${'\0'}\xfe`],
    ])('that is %s is recorded as unreadable', async (_name, body, reason, raw) => {
      expect((await receive(body, credentials)).status).toBe(200)
      const [row] = await processed()
      expect(row).toMatchObject({ kind: 'unreadable', authenticity: 'credentials', uid: null })
      const detail = await readNotificationDetail(context(), row?.id ?? '')
      expect(detail).toMatchObject({ unreadable_reason: reason, payload: null, raw })
    })

    it.each<[string, string, object]>([
      ['a byte order mark', `\ufeff${payment({ uid: 'bom' })}`, { kind: 'transaction', uid: 'bom' }],
      ['NUL in its texts', payment({ uid: 'a\0b', description: 'c\0' }), { uid: 'ab', description: 'c' }],
      ['half characters', payment({ uid: 'u\ud800' }), { kind: 'transaction' }],
      [
        'an amount beyond all range',
        payment({ amount: '9'.repeat(30) }),
        { kind: 'transaction', amount: null },
      ],
      [
        'an endless product',
        payment({ additional_data: { product_id: `prd_${'a1'.repeat(9000)}` } }),
        { productId: null },
      ],
      [
        'endless texts',
        payment({ description: 'ü'.repeat(200_000), status: 's'.repeat(5000) }),
        { kind: 'transaction' },
      ],
      [
        '100,000 levels',
        payment().replace('1250', `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
        { amount: null },
      ],
    ])('with %s is described, and can be looked at', async (_name, body, expected) => {
      expect((await receive(body, credentials)).status).toBe(200)
      const [row] = await processed()
      expect(row).toMatchObject(expected)
      const detail = await readNotificationDetail(context(), row?.id ?? '')
      expect(JSON.stringify(detail).length).toBeGreaterThan(10)
      expect((await listNotifications(context(), { sort: '-received_at', limit: 50 })).items).toHaveLength(1)
    })

    it('twice is one row that counts', async () => {
      const body = payment()
      for (let n = 0; n < 2; n++) expect((await receive(body, credentials)).status).toBe(200)
      const all = await processed()
      expect(all).toHaveLength(1)
      expect(all[0]).toMatchObject({ deliveryCount: 2 })
      expect((all[0]?.lastReceivedAt.valueOf() ?? 0) >= (all[0]?.receivedAt.valueOf() ?? 1)).toBe(true)
    })

    it('many times at once is one row that counts them all', async () => {
      const body = payment()
      const answers = await Promise.all(Array.from({ length: 40 }, () => receive(body, credentials)))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      expect((await processed()).map(({ deliveryCount }) => deliveryCount)).toEqual([40])
    })

    it('is never swallowed by a forged copy of it, nor the other way round', async () => {
      const body = payment()
      await receive(body)
      await receive(body, credentials)
      await receive(body, signature(body))
      await receive(body)
      const all = await processed()
      expect(all.map(({ authenticity, deliveryCount }) => `${authenticity} ${deliveryCount}`).sort()).toEqual(
        ['credentials 1', 'signature 1', 'unverified 2'],
      )
    })

    it('belongs to the shop of its address only', async () => {
      const body = payment()
      const other = await office.insertShop(`shop-${crypto.randomUUID()}`, publicKey)
      await receive(body, credentials)
      await receive(body, credentials, other.hookKey)
      const all = await processed()
      expect(new Set(all.map(({ shopId }) => shopId))).toEqual(new Set([shop.id, other.id]))
      await expect(
        readNotificationDetail(context(), all.find(({ shopId }) => shopId === other.id)?.id ?? ''),
      ).rejects.toMatchObject({ code: 'not_found' })
    })

    it('links to the product it names, and asks the gateway how many are left', async () => {
      await receive(payment({ additional_data: { product_id: 'prd_ab12' } }), credentials)
      expect(await processed()).toMatchObject([{ productId: 'prd_ab12', productLink: 'id' }])
      await eventually(async () => {
        expect(await office.engine.db.select().from(products).where(ofShop(shop, products))).toMatchObject([
          { id: 'prd_ab12', name: 'Refreshed' },
        ])
      })
      expect(asked).toEqual(['/products/prd_ab12'])
    })

    it('asks the gateway a few times, not a hundred, when a hundred payments come', async () => {
      const sent = Array.from({ length: 100 }, () =>
        receive(payment({ additional_data: { product_id: 'prd_c0' } }), credentials),
      )
      await Promise.all(sent)
      expect(await processed()).toHaveLength(100)
      await eventually(async () =>
        expect(await office.engine.db.$count(products, ofShop(shop, products))).toBe(1),
      )
      expect(asked.length).toBeLessThan(100)
    })

    it('is likely for the one product of the same name, amount and currency', async () => {
      const paper = { name: 'Paper', amount: 1250, currency: 'EUR' }
      await mirror(
        { id: 'prd_1', ...paper },
        { id: 'prd_2', ...paper, amount: 1 },
        { id: 'prd_3', ...paper, currency: 'USD' },
      )
      await receive(payment({ description: 'Paper' }), credentials)
      expect(await processed()).toMatchObject([{ productId: 'prd_1', productLink: 'likely' }])
    })

    it.each([
      ['two are alike', [{ id: 'prd_1' }, { id: 'prd_2' }], {}],
      ['none is', [{ id: 'prd_1' }], { description: 'paper' }],
      ['it does not say for what', [{ id: 'prd_1' }], { description: null }],
      ['it does not say how much', [{ id: 'prd_1' }], { amount: null }],
    ])('is for no product where %s', async (_name, made, change) => {
      await mirror(...made.map((one) => ({ name: 'Paper', amount: 1250, currency: 'EUR', ...one })))
      await receive(payment({ description: 'Paper', ...change }), credentials)
      expect(await processed()).toMatchObject([{ productId: null, productLink: null }])
    })

    it('that is forged is kept apart: it links, refreshes and shows with nothing', async () => {
      await mirror({ id: 'prd_ab12', name: 'Paper', amount: 1250, currency: 'EUR' })
      const change = { description: 'Paper', additional_data: { product_id: 'prd_ab12' } }
      await receive(payment(change))
      await receive(payment(change), { authorization: 'Basic eA==', ...signature('x') })
      const all = await processed()
      expect(all).toHaveLength(2)
      for (const row of all)
        expect(row).toMatchObject({
          authenticity: 'unverified',
          productId: null,
          productLink: null,
          description: 'Paper',
        })
      expect(asked).toEqual([])
      const query = { sort: '-received_at', limit: 50 } as const
      expect((await listNotifications(context(), { ...query, product_id: 'prd_ab12' })).items).toEqual([])
      expect((await listNotifications(context(), query)).items.map(({ quarantined }) => quarantined)).toEqual(
        [true, true],
      )
    })

    it('left behind by a crash is picked up, whatever lies before it', async () => {
      await receive(payment({ uid: 'left' }), credentials)
      await processed()
      const longAgo = new Date(Date.now() - 600_000)
      await office.engine.db
        .update(notifications)
        .set({ processedAt: null, kind: null, uid: null, receivedAt: longAgo })
        .where(ofShop(shop, notifications))
      await processLeftBehind({ engine: office.engine, log: office.context.log })
      expect(await rows()).toMatchObject([{ kind: 'transaction', uid: 'left' }])
    })

    it('is found by its e-mail address by those only who may read it', async () => {
      await receive(
        payment({ customer: { email: 'Sofia@mail.example' }, tracking_id: 'order-7' }),
        credentials,
      )
      await processed()
      const found = async (role: 'manager' | 'support', q: string) => {
        const actor = await office.insertPerson(shop.id, role)
        const query = { sort: '-received_at', limit: 50, q } as const
        return (await listNotifications({ ...context(), actor }, query)).total
      }
      for (const q of ['sofia', 'a@mail', 'MAIL.example', 'order-7 sofia'])
        expect([q, await found('manager', q), await found('support', q)]).toEqual([q, 1, 0])
      expect([await found('manager', 'order'), await found('support', 'order')]).toEqual([1, 1])
    })

    it.each([
      [true, '{ "transaction" : {"uid": "u\\"  \\\\", "n": [1, 2.5, true]}\n}'],
      [true, '{"transaction":{"amount":12345678901234567890123,"x":1e400,"x":1.10}}'],
      [false, '{"transaction":{"verification_value":"9173","verification_value":""}}'],
      [false, '{"transaction":{"credit_card":{"token":"secret-token"},"credit_card":null}}'],
      [true, '{"transaction":{"uid":"4\\u0032\\u003000000000000000"}}'],
      [false, '{"transaction":{"message":"4\\u0032\\u00300000000000000"}}'],
    ])('shows as it came (%s) but for what must not be kept: %s', async (same, body) => {
      await receive(body, credentials)
      const [row] = await processed()
      const { raw } = await readNotificationDetail(context(), row?.id ?? '')
      expect(raw === body).toBe(same)
      expect(raw).not.toMatch(/9173|secret-token|u0032.u00300000000000000"/)
      expect(JSON.parse(raw ?? '')).toBeTypeOf('object')
    })

    it('is masked for who looks', async () => {
      const body = payment({
        customer: { email: 'sofia@mail.example' },
        credit_card: { token: 'abcdefgh12345678', number: '4200000000000000' },
      })
      await receive(body, credentials)
      const [row] = await processed()
      const id = row?.id ?? ''
      const owner = JSON.stringify(await readNotificationDetail(context(), id))
      expect(owner).toContain('sofia@mail.example')
      expect(owner).not.toMatch(/abcdefgh|4200000000000000/)
      const actor = { ...office.context.actor, role: 'support' as const }
      const support = JSON.stringify(await readNotificationDetail({ ...context(), actor }, id))
      expect(support).not.toMatch(/sofia|abcdefgh|4200000000000000/)
      const list = await listNotifications({ ...context(), actor }, { sort: '-received_at', limit: 50 })
      expect(JSON.stringify(list)).not.toContain('sofia')
      await office.engine.db
        .delete(notifications)
        .where(ofShop(shop, notifications, eq(notifications.id, id)))
    })
  })

  describe.skipIf(!available)('that cannot be stored', () => {
    it('is 503 while too much waits for the disk, and 200 once that is stored', async () => {
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
        const [row] = await office.engine.db.select().from(notifications).where(office.ofShop(notifications))
        expect(row?.processedAt).not.toBeNull()
      })
      await office.dispose()
    })

    it('is 404 if its shop went while it arrived, and those of other shops are stored', async () => {
      const office = await openTestOffice(kind)
      const gone = await office.insertShop('shop-gone')
      let setRemoved = () => {}
      const removed = new Promise<void>((resolve) => (setRemoved = resolve))
      /** Posts a body that arrives once the shop is removed. */
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
        const stored = await office.engine.db.select().from(notifications).where(office.ofShop(notifications))
        expect(stored.map(({ processedAt }) => processedAt !== null)).toEqual([true, true, true])
      })
      await office.dispose()
    })

    it('is 503, so that it is sent again', async () => {
      const office = await openTestOffice(kind)
      const { hookKey } = office.context.shop
      const post = () =>
        receiveNotification(hookKey, new Request('http://localhost', { method: 'POST', body: payment() }))
      expect((await post()).status).toBe(200)
      await eventually(async () => {
        const [row] = await office.engine.db.select().from(notifications).where(office.ofShop(notifications))
        expect(row?.processedAt).not.toBeNull()
      })
      await office.dispose()
      const answer = await post()
      expect(answer.status).toBe(503)
      expect(await answer.json()).toMatchObject({ code: 'storage_unavailable' })
    })
  })
})
