import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alerts } from '../../alerts/server/tables'
import { adoptConfig, config } from '../../core/server/config'
import type { ActorContext } from '../../core/server/context'
import { testEngines } from '../../db/testing'
import { processLeftBehind } from '../../notifications/server/interpreting/backlog'
import { eventually, ofShop, testOffice } from '../../testing/office'
import { drainEndpoint } from './drain'
import {
  enableEndpoint,
  changeEndpoint,
  createEndpoint,
  listEndpoints,
  readEndpoint,
  removeEndpoint,
  rotateSecret,
} from './endpoints'
import { createMessage, readMessage, resendMessage } from './message'
import { listMessages } from './messages'
import { forgetOldForwards } from './queue'
import { startForwarding, sweepForwarding } from './start'
import { forwardingAttempts, forwardingEndpoints, forwardingMessages } from './tables'
import { testEndpoint } from './test-endpoint'
import { forwardingOf, openReceiver, status, verify } from './testing'

const query = { sort: '-created_at', limit: 50 } as const

describe.each(testEngines)('forwarding, on $kind', ({ kind, available }) => {
  describe.skipIf(!available)('to a receiver', () => {
    const office = testOffice(kind)
    let make: ReturnType<typeof forwardingOf>
    let receiver: Awaited<ReturnType<typeof openReceiver>>
    let context: ActorContext
    let shops = 0

    beforeAll(async () => {
      make = forwardingOf(office)
      receiver = await openReceiver()
    })
    afterAll(async () => {
      await receiver.close()
    })
    beforeEach(async () => {
      context = await make.sandboxShop(`sandbox-${shops++}`)
      receiver.heard.length = 0
      receiver.answers.length = 0
    })

    const drain = (endpointId: string, limit?: number) =>
      drainEndpoint(office.engine, { shopId: context.shop.id, endpointId }, limit ? { limit } : undefined)
    const messages = async () => (await listMessages(context, query)).items
    const only = async () => {
      const all = await messages()
      expect(all).toHaveLength(1)
      return readMessage(context, all[0]!.id)
    }
    const set = (values: Record<string, unknown>) =>
      office.engine.db.update(forwardingMessages).set(values).where(ofShop(context.shop, forwardingMessages))
    const makeDue = () => set({ nextAttemptAt: sql`now() - interval '1 second'` })
    const secondsUntil = (at: string | null) => (Date.parse(at!) - Date.now()) / 1000

    it('sends what arrives once, signed as Standard Webhooks says', async () => {
      const { id, secret } = await make.endpoint(context, `${receiver.url}/hook?a=1`)
      const notificationId = await make.arrive(context, { description: 'Paper' })
      await drain(id)
      await drain(id)
      expect(receiver.heard).toHaveLength(1)
      const [first] = receiver.heard
      expect(first!.url).toBe('/hook?a=1')
      expect(verify(secret, first!)).toBe(true)
      expect(verify(secret, { ...first!, body: `${first!.body} ` })).toBe(false)
      expect(verify('whsec_AAAA', first!)).toBe(false)
      expect(JSON.parse(first!.body)).toMatchObject({
        type: 'notification.transaction',
        data: {
          id: notificationId,
          authenticity: 'credentials',
          status: 'successful',
          amount: 900,
          description: 'Paper',
          payload: { transaction: { uid: notificationId } },
        },
      })
      const message = await only()
      expect(first!.headers['webhook-id']).toBe(message.id)
      expect(message).toMatchObject({
        state: 'delivered',
        attempts: 1,
        last_status: 200,
        next_attempt_at: null,
      })
      expect(message.log).toMatchObject([{ status: 200, error: null, answer: 'fine' }])
      expect(await readEndpoint(context, id)).toMatchObject({ state: 'healthy', counts: { delivered: 1 } })
    })

    it('keeps and tells no secret', async () => {
      const { id, secret } = await make.endpoint(context, receiver.url)
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
      const [row] = await office.engine.db
        .select()
        .from(forwardingEndpoints)
        .where(ofShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
      expect(JSON.stringify(row)).not.toContain(secret.slice(6))
      expect(row!.secretSealed.toString('latin1')).not.toContain(secret.slice(6))
      expect(JSON.stringify(await listEndpoints(context))).not.toContain('whsec')
      expect(office.logged()).not.toContain(secret.slice(6))
    })

    it('tries again after a 500, by the same ID, with the answer in the log', async () => {
      const { id, secret } = await make.endpoint(context, receiver.url)
      receiver.answers.push(status(500, {}, 'no room\0here'.padEnd(3000, '.')))
      await make.arrive(context)
      await drain(id)
      const failed = await only()
      expect(failed).toMatchObject({ state: 'waiting', attempts: 1, last_status: 500 })
      expect(failed.log[0]!.answer).toMatch(/^no roomhere\.+$/)
      expect(failed.log[0]!.answer!.length).toBeLessThanOrEqual(1024)
      expect(secondsUntil(failed.next_attempt_at)).toBeGreaterThan(3)
      expect(secondsUntil(failed.next_attempt_at)).toBeLessThan(7)
      expect(await readEndpoint(context, id)).toMatchObject({ state: 'failing' })
      await drain(id) // Not due yet.
      expect(receiver.heard).toHaveLength(1)
      await makeDue()
      await drain(id)
      expect(await only()).toMatchObject({ state: 'delivered', attempts: 2, last_status: 200 })
      const [first, second] = receiver.heard
      expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
      expect(second!.body).toBe(first!.body)
      expect(verify(secret, second!)).toBe(true)
      expect(await readEndpoint(context, id)).toMatchObject({ state: 'healthy', failing_since: null })
    })

    it('does not wait for who is silent, nor for an answer without an end', async () => {
      const { id } = await make.endpoint(context, receiver.url)
      receiver.answers.push(() => undefined)
      await make.arrive(context)
      await drain(id, 300)
      expect(await only()).toMatchObject({ state: 'waiting', last_status: null, last_error: 'timeout' })
      receiver.answers.push((response) => response.writeHead(200).write('begun'))
      await makeDue()
      await drain(id, 300)
      expect(await only()).toMatchObject({ state: 'delivered', last_status: 200 })
    })

    it('follows no redirect', async () => {
      const { id } = await make.endpoint(context, receiver.url)
      receiver.answers.push(status(302, { Location: `${receiver.url}/elsewhere` }))
      await make.arrive(context)
      await drain(id)
      expect(receiver.heard).toHaveLength(1)
      expect(await only()).toMatchObject({ state: 'waiting', last_status: 302, last_error: 'redirect' })
    })

    it('goes to no closed network', async () => {
      const invalid = { code: 'invalid', errors: { url: [expect.any(String)] } }
      const closed = [
        'https://10.0.0.1/',
        'https://169.254.169.254/',
        'https://[fd00::1]/',
        'http://[::ffff:10.0.0.1]/',
      ]
      for (const url of [...closed, 'http://shop.example/', 'http://93.184.216.34/'])
        await expect(make.endpoint(context, url)).rejects.toMatchObject(invalid)
      const live = { ...context, shop: { ...context.shop, mode: 'live' as const } }
      for (const url of [
        'http://127.0.0.1:3000/',
        'https://127.0.0.1/',
        'http://localhost/',
        'https://[::1]/',
      ])
        await expect(make.endpoint(live, url)).rejects.toMatchObject(invalid)
      // Addresses that bypass this check are refused when they are called.
      const { id } = await make.endpoint(context, receiver.url)
      for (const url of ['https://10.0.0.1/', 'http://93.184.216.34/']) {
        await office.engine.db
          .update(forwardingEndpoints)
          .set({ url })
          .where(ofShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
        expect(await testEndpoint(context, id)).toMatchObject({ accepted: false, error: 'address_refused' })
      }
      await office.engine.db
        .update(forwardingEndpoints)
        .set({ url: receiver.url })
        .where(ofShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
      expect(await testEndpoint(live, id)).toMatchObject({ accepted: false, error: 'address_refused' })
      expect(receiver.heard).toHaveLength(0)
    })

    it('reaches no other port of this machine unless a setting allows it', async () => {
      const usual = config.get()
      const { id } = await make.endpoint(context, receiver.url)
      try {
        adoptConfig({ ...usual, sandboxReach: { allowLoopback: 1, allowPrivate: false } })
        expect(await testEndpoint(context, id)).toMatchObject({ accepted: false, error: 'address_refused' })
        await expect(make.endpoint(context, receiver.url)).rejects.toMatchObject({ code: 'invalid' })
        expect(receiver.heard).toHaveLength(0)
      } finally {
        adoptConfig(usual)
      }
      expect(await testEndpoint(context, id)).toMatchObject({ accepted: true })
    })

    it('waits as long as it is asked to', async () => {
      const { id } = await make.endpoint(context, receiver.url)
      receiver.answers.push(status(429, { 'Retry-After': '300' }))
      await make.arrive(context)
      await drain(id)
      expect(Math.round(secondsUntil((await only()).next_attempt_at) / 10)).toBe(30)
      receiver.answers.push(status(503, { 'Retry-After': new Date(Date.now() + 400_000).toUTCString() }))
      await makeDue()
      await drain(id)
      expect(Math.round(secondsUntil((await only()).next_attempt_at) / 10)).toBe(40)
    })

    it('gives up after three days, and switches off what has accepted nothing since', async () => {
      const { id, name } = await make.endpoint(context, receiver.url)
      // The second turn sends both messages at once. Neither is accepted, in any order.
      receiver.answers.push(status(500), status(500), status(500))
      await make.arrive(context)
      await drain(id)
      await set({ roundAt: sql`now() - interval '71.9 hours'`, roundAttempts: 12 })
      await makeDue()
      await make.arrive(context, { status: 'failed' })
      await drain(id)
      const states = (await messages()).map(({ state }) => state).toSorted()
      expect(states).toEqual(['cancelled', 'given_up'])
      expect(await readEndpoint(context, id)).toMatchObject({
        state: 'disabled',
        disabled_reason: 'failing',
        disabled_at: expect.any(String),
      })
      const raised = await office.engine.db
        .select()
        .from(alerts)
        .where(and(eq(alerts.shopId, context.shop.id), eq(alerts.subject, id)))
      expect(raised).toMatchObject([
        { kind: 'forwarding_disabled', detail: { endpoint_id: id, endpoint: name }, closedAt: null },
      ])
    })

    it('gives up one message, where others are accepted, until too many are', async () => {
      const { id } = await make.endpoint(context, receiver.url)
      await make.arrive(context)
      await drain(id)
      const giveUpOne = async () => {
        receiver.answers.push(status(400))
        await make.arrive(context)
        await set({ roundAt: sql`now() - interval '73 hours'` })
        await office.engine.db
          .update(forwardingEndpoints)
          .set({ lastSuccessAt: sql`now() - interval '1 hour'` })
          .where(ofShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
        await drain(id)
      }
      await giveUpOne()
      expect((await messages()).map(({ state }) => state).toSorted()).toEqual(['delivered', 'given_up'])
      expect(await readEndpoint(context, id)).toMatchObject({ enabled: true, state: 'failing' })
      for (let count = 1; count < 10; count++) await giveUpOne()
      expect(await readEndpoint(context, id)).toMatchObject({ enabled: false, disabled_reason: 'failing' })
    })

    it('switches off what is gone, keeps what comes meanwhile, and sends it when resumed', async () => {
      const { id } = await make.endpoint(context, receiver.url)
      receiver.answers.push(status(410))
      await make.arrive(context)
      await drain(id)
      const gone = await readEndpoint(context, id)
      expect(gone).toMatchObject({
        state: 'disabled',
        disabled_reason: 'gone',
        missed: 1,
        counts: { given_up: 1 },
      })
      await make.arrive(context, { status: 'failed' })
      await drain(id)
      expect(receiver.heard).toHaveLength(1)
      expect(await readEndpoint(context, id)).toMatchObject({ missed: 2, counts: { cancelled: 1 } })
      const [first] = await messages()
      await expect(resendMessage(context, first!.id)).rejects.toMatchObject({ code: 'invalid' })
      expect(await enableEndpoint(context, id, { resend: true })).toMatchObject({ enabled: true, missed: 0 })
      await drain(id)
      expect(receiver.heard).toHaveLength(3)
      expect(await readEndpoint(context, id)).toMatchObject({ state: 'healthy', counts: { delivered: 2 } })
      const raised = await office.engine.db.select().from(alerts).where(eq(alerts.subject, id))
      expect(raised).toMatchObject([{ closedHow: 'over' }])
    })

    it('sends nothing of what was missed where nobody wants it, and raises no alert for a person', async () => {
      const { id } = await make.endpoint(context, receiver.url)
      await make.arrive(context)
      expect(await changeEndpoint(context, id, { enabled: false })).toMatchObject({
        disabled_reason: 'hand',
        missed: 1,
      })
      await make.arrive(context)
      await enableEndpoint(context, id, { resend: false })
      await drain(id)
      expect(receiver.heard).toHaveLength(0)
      expect((await messages()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
      expect(await office.engine.db.select().from(alerts).where(eq(alerts.subject, id))).toEqual([])
    })

    it('sends one again, and one that was not wanted, by hand', async () => {
      const { id } = await make.endpoint(context, receiver.url, { statuses: ['FAILED'] })
      const unwanted = await make.arrive(context)
      const wanted = await make.arrive(context, { status: 'failed' })
      await drain(id)
      expect(receiver.uids()).toEqual([wanted])
      const again = await resendMessage(context, (await only()).id)
      expect(again).toMatchObject({ requested_by: context.actor.name })
      await eventually(() => drain(id).then(() => expect(receiver.uids()).toEqual([wanted, wanted])))
      const made = await createMessage(context, { endpoint_id: id, notification_id: unwanted })
      await drain(id)
      expect(receiver.uids()).toEqual([wanted, wanted, unwanted])
      const repeated = await createMessage(context, { endpoint_id: id, notification_id: unwanted })
      expect(repeated.id).toBe(made.id)
      await drain(id)
      expect(receiver.heard.at(-1)!.headers['webhook-id']).toBe(made.id)
    })

    it('sends what its filters ask for', async () => {
      const all = await make.endpoint(context, receiver.url)
      const tests = await make.endpoint(context, receiver.url, { test: true })
      const real = await make.endpoint(context, receiver.url, { test: false })
      const refunds = await make.endpoint(context, receiver.url, { types: ['refund', 'void'] })
      const signed = await make.endpoint(context, receiver.url, { grades: ['signature'] })
      const doubtful = await make.endpoint(context, receiver.url, { grades: ['unverified'] })
      const asked = await make.endpoint(context, receiver.url, { kinds: ['verification'] })
      await make.arrive(context, { test: true })
      const unverified = { authenticity: 'unverified', credentials: 'failed' } as const
      const forged = await make.arrive(context, { type: 'refund' }, unverified)
      await make.arrive(context, { type: 'refund' })
      await make.arrive(context, {}, { hook: 'verification' })
      const found = await messages()
      const of = ({ id }: { id: string }) =>
        found.filter(({ endpoint_id: endpoint }) => endpoint === id).length
      expect([all, tests, real, refunds, signed, doubtful, asked].map(of)).toEqual([2, 1, 1, 1, 0, 1, 1])
      await expect(
        createMessage(context, { endpoint_id: all.id, notification_id: forged }),
      ).rejects.toMatchObject({
        code: 'invalid',
      })
    })

    it('sends another delivery of the same not again', async () => {
      await make.endpoint(context, receiver.url)
      const id = await make.arrive(context, { uid: 'one', paid_at: null })
      await make.arrive(context, { uid: 'one' })
      expect((await only()).notification_id).toBe(id)
      await make.arrive(context, { uid: 'one', status: 'failed' })
      expect(await messages()).toHaveLength(2)
    })

    it('signs with the old secret too, for a day after it was replaced', async () => {
      const { id, secret: old } = await make.endpoint(context, receiver.url)
      const { secret, old_secret_until: until } = await rotateSecret(context, id)
      expect(secondsUntil(until) / 3600).toBeCloseTo(24, 1)
      await testEndpoint(context, id)
      const [both] = receiver.heard
      expect(String(both!.headers['webhook-signature']).split(' ')).toHaveLength(2)
      expect([verify(old, both!), verify(secret, both!)]).toEqual([true, true])
      await office.engine.db
        .update(forwardingEndpoints)
        .set({ oldSecretUntil: sql`now() - interval '1 second'` })
        .where(ofShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
      await testEndpoint(context, id)
      expect([verify(old, receiver.heard[1]!), verify(secret, receiver.heard[1]!)]).toEqual([false, true])
      await forgetOldForwards(office.engine.db)
      const [row] = await office.engine.db
        .select()
        .from(forwardingEndpoints)
        .where(ofShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
      expect(row!.oldSecretSealed).toBeNull()
    })

    it('sends no card token or card number of an earlier release, and what is no JSON as it is', async () => {
      const { id } = await make.endpoint(context, receiver.url)
      const card = { token: 'a-secret-card-token', number: '4200000000000000', last_4: '0000' }
      await make.arrive(context, { credit_card: card, customer: { email: 'anna@reader.example' } })
      await make.arrive(context, {}, { body: Buffer.from('no JSON, but 4200000000000000\0') })
      await make.arrive(context, {}, { body: Buffer.from([0xff, 0xfe, 0x00]) })
      await drain(id)
      const sent = receiver.heard.map(({ body }) => body).join()
      expect(sent).not.toContain('a-secret-card')
      expect(sent).not.toContain('4200000000000000')
      expect(sent).toContain('anna@reader.example')
      const bodies = receiver.heard.map(({ body }) => JSON.parse(body))
      const raw = bodies.filter(({ type }) => type === 'notification.unreadable').map(({ data }) => data.raw)
      expect(new Set(raw)).toEqual(new Set(['no JSON, but ••••0000\0', undefined]))
    })

    it('finds what a crash left behind: before it was worked out, before its job, and while it was sent', async () => {
      const { id } = await make.endpoint(context, receiver.url)
      await make.arrive(context, { uid: 'one' })
      // As if its process had ended before it was processed.
      await office.engine.db.execute(sql`DELETE FROM forwarding_messages WHERE shop_id = ${context.shop.id}`)
      await office.engine.db.execute(sql`UPDATE notifications SET processed_at = NULL, keys = NULL,
        received_at = now() - interval '1 hour' WHERE shop_id = ${context.shop.id}`)
      await processLeftBehind({ engine: office.engine, log: context.log })
      expect(await only()).toMatchObject({ state: 'waiting', attempts: 0 })
      // As if its job was lost and its process ended during the attempt.
      await set({ attempts: 1, nextAttemptAt: sql`now() + interval '50 seconds'` })
      await office.engine.db
        .update(forwardingEndpoints)
        .set({ leasedUntil: sql`now() + interval '50 seconds'` })
        .where(ofShop(context.shop, forwardingEndpoints, eq(forwardingEndpoints.id, id)))
      await drain(id)
      expect(receiver.heard).toHaveLength(0)
      await makeDue()
      await office.engine.db
        .update(forwardingEndpoints)
        .set({ leasedUntil: sql`now()` })
        .where(ofShop(context.shop, forwardingEndpoints))
      await drain(id)
      expect(receiver.uids()).toEqual(['one'])
      expect(await only()).toMatchObject({ state: 'delivered', attempts: 2 })
    })

    it('is shared: several at once send each message once', async () => {
      const { id } = await make.endpoint(context, receiver.url)
      for (let count = 0; count < 12; count++) await make.arrive(context)
      await Promise.all([drain(id), drain(id), drain(id)])
      await drain(id)
      expect(receiver.heard).toHaveLength(12)
      expect(new Set(receiver.uids()).size).toBe(12)
    })

    it('is of one shop, and gone when it is removed', async () => {
      const { id } = await make.endpoint(context, receiver.url)
      await make.arrive(context)
      const elsewhere = await make.sandboxShop(`sandbox-${shops++}`)
      await expect(readEndpoint(elsewhere, id)).rejects.toMatchObject({ code: 'not_found' })
      const [message] = await messages()
      await expect(readMessage(elsewhere, message!.id)).rejects.toMatchObject({ code: 'not_found' })
      await expect(rotateSecret(elsewhere, id)).rejects.toMatchObject({ code: 'not_found' })
      await removeEndpoint(context, id)
      expect((await listEndpoints(context)).items).toEqual([])
      expect(await listMessages(context, query)).toMatchObject({ items: [], total: 0 })
      await drain(id)
      expect(receiver.heard).toHaveLength(0)
    })

    it('forgets what is old, with its log', async () => {
      const { id } = await make.endpoint(context, receiver.url)
      await make.arrive(context)
      await drain(id)
      const old = {
        createdAt: sql`now() - interval '31 days'`,
        lastAttemptAt: sql`now() - interval '31 days'`,
      }
      await set(old)
      await make.arrive(context)
      await removeEndpoint(context, id)
      await forgetOldForwards(office.engine.db)
      const left = (
        table: typeof forwardingAttempts | typeof forwardingMessages | typeof forwardingEndpoints,
      ) => office.engine.db.$count(table, eq(table.shopId, context.shop.id))
      expect([await left(forwardingMessages), await left(forwardingAttempts)]).toEqual([1, 0])
      expect(await left(forwardingEndpoints)).toBe(1)
      await set(old)
      await forgetOldForwards(office.engine.db)
      expect([await left(forwardingMessages), await left(forwardingEndpoints)]).toEqual([0, 0])
    })

    it('makes no more endpoints than a shop may have', async () => {
      for (let count = 0; count < 20; count++) await make.endpoint(context, receiver.url)
      await expect(make.endpoint(context, receiver.url)).rejects.toMatchObject({
        errors: { name: expect.anything() },
      })
    })

    it('tests one without a notification', async () => {
      const { id, secret } = await createEndpoint(context, { name: 'Plain', url: receiver.url })
      receiver.answers.push(status(201, {}, 'thanks'))
      expect(await testEndpoint(context, id)).toMatchObject({ accepted: true, status: 201, answer_bytes: 6 })
      expect(verify(secret, receiver.heard[0]!)).toBe(true)
      expect(JSON.parse(receiver.heard[0]!.body)).toMatchObject({ type: 'endpoint.test' })
      expect(await messages()).toEqual([])
    })

    it('goes by itself, one that is slow not holding up another', async () => {
      const [slow, quick] = [await openReceiver(), await openReceiver()]
      const hanging = await make.endpoint(context, slow.url)
      const { id } = await make.endpoint(context, quick.url)
      for (let count = 0; count < 6; count++) slow.answers.push(() => undefined)
      await startForwarding(office.engine)
      for (let count = 0; count < 3; count++) await make.arrive(context)
      await eventually(() => expect(slow.heard).toHaveLength(3))
      await eventually(() => expect(quick.heard).toHaveLength(3))
      await eventually(async () =>
        expect(await readEndpoint(context, id)).toMatchObject({ state: 'healthy' }),
      )
      expect(await readEndpoint(context, hanging.id)).toMatchObject({ state: 'new', counts: { waiting: 3 } })
      await slow.close()
      await eventually(async () =>
        expect(await readEndpoint(context, hanging.id)).toMatchObject({ state: 'failing' }),
      )
      // The sweep finds due messages without a job of their own.
      const messageId = (await messages()).find(({ endpoint_id: endpoint }) => endpoint === id)!.id
      await office.engine.db
        .update(forwardingMessages)
        .set({ state: 'waiting', nextAttemptAt: sql`now()` })
        .where(ofShop(context.shop, forwardingMessages, eq(forwardingMessages.id, messageId)))
      await sweepForwarding(office.engine)
      await eventually(() => expect(quick.heard).toHaveLength(4))
      await quick.close()
    })
  })
})
