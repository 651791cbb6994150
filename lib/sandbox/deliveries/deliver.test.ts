import { createPublicKey, verify } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { startSandbox } from '../start'
import { basic, testSandbox, payerBody, productBody, serveHttp, testShop } from '../testing'
import { deliver, sweepDeliveries } from './deliver'
import { maxRetries } from './queue'
import { eventually } from '@/lib/testing/eventually'

type Heard = { headers: Headers; body: Buffer }

onEachEngine('notifications to a real receiver', (kind) => {
  const sandbox = testSandbox(kind)
  let receiver: Awaited<ReturnType<typeof serveHttp>>
  let publicKey: string
  const heard: Heard[] = []
  let answers: (() => Response | Promise<Response>)[] = []

  beforeAll(async () => {
    receiver = await serveHttp(async (request) => {
      heard.push({ headers: request.headers, body: Buffer.from(await request.arrayBuffer()) })
      return (answers.shift() ?? (() => new Response('OK')))()
    })
    const answer = await sandbox.call('PUT', '/shop', {
      body: { notification_url: `${receiver.url}/hook` },
    })
    publicKey = ((await answer.json()) as { public_key: string }).public_key
  })
  afterAll(async () => {
    await receiver.close()
  })

  /** Pays a product. Its notification is not sent before `startSandbox`. */
  const pay = async () => {
    heard.length = 0
    const product = await sandbox.call('POST', '/products', { body: productBody() })
    const { id } = (await product.json()) as { id: string }
    const paid = await sandbox.call('POST', `/products/${id}/payments`, { body: payerBody() })
    const { uid } = (await paid.json()) as { uid: string }
    const { rows } = await sandbox.engine.db.execute<{ id: string }>(
      sql`SELECT id FROM sandbox.deliveries WHERE subject = ${uid}`,
    )
    return { product: id, uid, queued: { shopId: testShop.shopId, id: rows[0]!.id } }
  }
  const row = async (id: string) => {
    const { rows } = await sandbox.engine.db.execute(
      sql`SELECT attempts, delivered_at IS NOT NULL AS delivered, last_status, last_error,
              extract(epoch FROM next_attempt_at)::float8 * 1000 AS next FROM sandbox.deliveries WHERE id = ${id}`,
    )
    return rows[0]!
  }
  const makeDue = (id: string) =>
    sandbox.engine.db.execute(
      sql`UPDATE sandbox.deliveries SET next_attempt_at = now() - interval '1 second' WHERE id = ${id}`,
    )

  it('are signed over the bytes sent, with the shop’s credentials', async () => {
    const { product, uid, queued } = await pay()
    await deliver(sandbox.engine, queued)
    const [{ headers, body } = {} as Heard] = heard
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    const signature = Buffer.from(headers.get('content-signature')!, 'base64')
    expect(verify('sha256', body, key, signature)).toBe(true)
    expect(verify('sha256', Buffer.concat([body, Buffer.from(' ')]), key, signature)).toBe(false)
    expect(headers.get('authorization')).toBe(basic(testShop.shopId, testShop.secretKey))
    expect(headers.get('content-type')).toBe('application/json')
    expect(JSON.parse(body.toString())).toMatchObject({
      transaction: { uid, status: 'successful', additional_data: { product_id: product } },
    })
    expect(await row(queued.id)).toMatchObject({ attempts: 1, delivered: true, last_status: 200, next: null })
    await deliver(sandbox.engine, queued)
    expect(heard).toHaveLength(1)
  })

  it('come again after a 500, with the same bytes and signature', async () => {
    answers = [() => new Response('no', { status: 500 })]
    const { queued } = await pay()
    const before = Date.now()
    await deliver(sandbox.engine, queued)
    const failed = await row(queued.id)
    expect(failed).toMatchObject({ attempts: 1, delivered: false, last_status: 500 })
    expect(Number(failed.next) - before).toBeGreaterThanOrEqual(8_000)
    expect(Number(failed.next) - Date.now()).toBeLessThan(68_000)
    await deliver(sandbox.engine, queued) // Not due yet.
    expect(heard).toHaveLength(1)
    await makeDue(queued.id)
    await sweepDeliveries(sandbox.engine)
    expect(await row(queued.id)).toMatchObject({ attempts: 2, delivered: true })
    expect(heard[1]!.body.equals(heard[0]!.body)).toBe(true)
    expect(heard[1]!.headers.get('content-signature')).toBe(heard[0]!.headers.get('content-signature'))
  })

  it('do not follow a redirect, and give up after the last retry', async () => {
    answers = [
      () => Response.redirect(`${receiver.url}/elsewhere`),
      () => new Response(null, { status: 404 }),
    ]
    const { queued } = await pay()
    await deliver(sandbox.engine, queued)
    expect(heard).toHaveLength(1)
    expect(await row(queued.id)).toMatchObject({ delivered: false, last_status: 302 })
    await sandbox.engine.db.execute(
      sql`UPDATE sandbox.deliveries SET attempts = ${maxRetries('transaction')} WHERE id = ${queued.id}`,
    )
    await makeDue(queued.id)
    await deliver(sandbox.engine, queued)
    expect(await row(queued.id)).toMatchObject({
      attempts: maxRetries('transaction') + 1,
      delivered: false,
      next: null,
    })
  })

  it('wait for a receiver that is away, and note no more than its error’s name', async () => {
    await sandbox.call('PUT', '/shop', { body: { notification_url: 'http://127.0.0.1:9/' } })
    const { queued } = await pay()
    await sandbox.call('PUT', '/shop', { body: { notification_url: `${receiver.url}/hook` } })
    await deliver(sandbox.engine, queued)
    // The address was fixed when the notification was created.
    expect(await row(queued.id)).toMatchObject({ attempts: 1, delivered: false, last_error: 'ECONNREFUSED' })
    await sandbox.engine.db.execute(
      sql`UPDATE sandbox.deliveries SET url = ${receiver.url} WHERE id = ${queued.id}`,
    )
    await makeDue(queued.id)
    await sweepDeliveries(sandbox.engine)
    expect(await row(queued.id)).toMatchObject({ delivered: true, last_error: null })
  })

  it('come again at once where the shop made its retries a million times faster', async () => {
    await sandbox.call('PUT', '/shop', { body: { retry_speed: 1_000_000 } })
    answers = [() => new Response('no', { status: 500 })]
    const { queued } = await pay()
    await deliver(sandbox.engine, queued)
    expect(await row(queued.id)).toMatchObject({ attempts: 1, delivered: false })
    await deliver(sandbox.engine, queued)
    expect(await row(queued.id)).toMatchObject({ attempts: 2, delivered: true })
    expect(heard[1]!.body.equals(heard[0]!.body)).toBe(true)
    await sandbox.call('PUT', '/shop', { body: { retry_speed: null } })
  })

  const order = (fault: Record<string, unknown>) =>
    sandbox.call('POST', '/faults', { body: { endpoint: 'notifications', ...fault } })
  const receivedUids = () =>
    heard.map(({ body }) => (JSON.parse(body.toString()) as { transaction: { uid: string } }).transaction.uid)
  const queuedOf = async (uid: string) => {
    const { rows } = await sandbox.engine.db.execute<{ id: string }>(
      sql`SELECT id FROM sandbox.deliveries WHERE subject = ${uid}`,
    )
    return rows.map(({ id }) => ({ shopId: testShop.shopId, id }))
  }

  it('come twice where that is ordered', async () => {
    await order({ kind: 'twice' })
    const { uid } = await pay()
    for (const queued of await queuedOf(uid)) await deliver(sandbox.engine, queued)
    expect(receivedUids()).toEqual([uid, uid])
    expect(heard[1]!.body.equals(heard[0]!.body)).toBe(true)
    const next = await pay()
    expect(await queuedOf(next.uid)).toHaveLength(1)
    await deliver(sandbox.engine, next.queued)
  })

  it('come late where that is ordered', async () => {
    await order({ kind: 'late', seconds: 600 })
    const { queued } = await pay()
    await deliver(sandbox.engine, queued)
    expect(heard).toHaveLength(0)
    expect(Number((await row(queued.id)).next) - Date.now()).toBeGreaterThan(300_000)
    await makeDue(queued.id)
    await deliver(sandbox.engine, queued)
    expect(heard).toHaveLength(1)
  })

  it('come at once where they were planned before the clock was put back', async () => {
    const { queued } = await pay()
    const plan = (hours: number) =>
      sandbox.engine.db.execute(sql`UPDATE sandbox.deliveries
        SET next_attempt_at = now() + make_interval(hours => ${hours}) WHERE id = ${queued.id}`)
    await plan(24) // As long as a fault may keep it.
    await sweepDeliveries(sandbox.engine)
    expect(heard).toHaveLength(0)
    await plan(26)
    await sweepDeliveries(sandbox.engine)
    expect(heard).toHaveLength(1)
    expect(await row(queued.id)).toMatchObject({ attempts: 1, delivered: true, next: null })
  })

  it('come after the next one where that is ordered', async () => {
    await order({ kind: 'out_of_order' })
    const first = await pay()
    await deliver(sandbox.engine, first.queued)
    expect(heard).toHaveLength(0)
    const second = await pay()
    await deliver(sandbox.engine, second.queued)
    await sweepDeliveries(sandbox.engine)
    expect(receivedUids()).toEqual([second.uid, first.uid])
    expect(await row(first.queued.id)).toMatchObject({ attempts: 1, delivered: true, last_error: null })
  })

  it.each([
    'http://10.0.0.1/',
    'https://169.254.169.254/hook',
    'http://[::ffff:10.0.0.1]/',
    'http://93.184.216.34/',
  ])('do not go to %s, and are tried again like any that failed', async (address) => {
    await sandbox.call('PUT', '/shop', { body: { notification_url: address } })
    const { queued } = await pay()
    const before = Date.now()
    await deliver(sandbox.engine, queued)
    const refused = await row(queued.id)
    expect(refused).toMatchObject({
      attempts: 1,
      delivered: false,
      last_status: null,
      last_error: 'address_refused',
    })
    expect(Number(refused.next) - before).toBeGreaterThanOrEqual(8_000)
    await sandbox.call('PUT', '/shop', { body: { notification_url: `${receiver.url}/hook` } })
  })

  it('are not made for a shop without an address', async () => {
    await sandbox.call('PUT', '/shop', { body: { notification_url: null } })
    const product = await sandbox.call('POST', '/products', { body: productBody() })
    const { id } = (await product.json()) as { id: string }
    const paid = await sandbox.call('POST', `/products/${id}/payments`, { body: payerBody() })
    const { uid } = (await paid.json()) as { uid: string }
    const { rows } = await sandbox.engine.db.execute(
      sql`SELECT 1 FROM sandbox.deliveries WHERE subject = ${uid}`,
    )
    expect(rows).toEqual([])
    await sandbox.call('PUT', '/shop', { body: { notification_url: `${receiver.url}/hook` } })
  })

  it('go out by themselves, those left behind at the start included', async () => {
    const left = await pay()
    await sandbox.engine.db.execute(sql`DELETE FROM pgboss.job WHERE name = 'sandbox.deliver'`)
    await startSandbox(sandbox.engine)
    await eventually(async () => expect(await row(left.queued.id)).toMatchObject({ delivered: true }))
    const next = await pay()
    await eventually(async () => expect(await row(next.queued.id)).toMatchObject({ delivered: true }))
    expect(heard).toHaveLength(1)
  })
})
