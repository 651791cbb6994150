import { beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { readEndpoint } from './endpoints'
import { createMessage, readMessage } from './messages'
import { forwardingBench, status, verify } from './testing'

onEachEngine('forwarding to a receiver', (kind) => {
  const bench = forwardingBench(kind)
  const { make, drain, messages, only, makeDue } = bench
  let { context, receiver } = bench
  beforeEach(() => {
    ;({ context, receiver } = bench)
  })
  /** Expects a time at least `from` seconds after `before` and at most `to` seconds from now. */
  const expectWait = (at: string | null, before: number, [from, to]: [number, number]) => {
    expect(Date.parse(at!) - before).toBeGreaterThanOrEqual(from * 1000)
    expect(Date.parse(at!) - Date.now()).toBeLessThanOrEqual(to * 1000)
  }

  it('sends what arrives once, signed according to Standard Webhooks', async () => {
    const { id, secret } = await make.endpoint(context, `${receiver.url}/hook?a=1`)
    const notificationId = await make.arrive(context, { description: 'Paper' })
    await drain(id)
    await drain(id)
    expect(receiver.posts).toHaveLength(1)
    const [first] = receiver.posts
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

  it('sends personal data in full, and masks it for programs without the right to it', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    receiver.answers.push(status(200, {}, 'stored for Maria Keller'))
    await make.arrive(context, { customer: { email: 'maria@reader.example', last_name: 'Keller' } })
    await drain(id)
    const { id: message, body, log } = await only()
    expect(log).toMatchObject([{ answer: 'stored for Maria Keller' }])
    expect(receiver.posts[0]!.body).toBe(body)
    expect(body).toContain('maria@reader.example')
    const program = { ...context, actor: { ...context.actor, scopes: ['forwarding.read' as const] } }
    const masked = await readMessage(program, message)
    expect(JSON.parse(masked.body ?? '')).toMatchObject({ data: { payload: { transaction: {} } } })
    expect(masked.body).not.toMatch(/maria@|Keller/)
    expect(masked.log).toMatchObject([{ status: 200, answer: null }])
  })

  it('shows no text that is not JSON to programs without the right to personal data', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    const text = 'first_name=Maria&last_name=Keller'
    await make.arrive(context, {}, { body: Buffer.from(text) })
    await drain(id)
    const { id: message, body } = await only()
    expect(JSON.parse(body ?? '')).toMatchObject({ data: { raw: text } })
    const program = { ...context, actor: { ...context.actor, scopes: ['forwarding.read' as const] } }
    const masked = await readMessage(program, message)
    expect(JSON.parse(masked.body ?? '')).toMatchObject({ type: 'notification.unreadable' })
    expect(masked.body).not.toContain('Keller')
  })

  it('keeps no card number of an answer, also where it is cut', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    const card = '4200000000000000'
    receiver.answers.push(status(200, {}, `${card} ${'.'.repeat(993)} ${card} ${card}`))
    await make.arrive(context)
    await drain(id)
    expect((await only()).log[0]!.answer).toMatch(/^••••0000 \.{993} /)
    expect((await only()).log[0]!.answer).not.toMatch(/\d{5}/)
  })

  it('tries again after a 500, by the same ID, with the answer in the log', async () => {
    const { id, secret } = await make.endpoint(context, receiver.url)
    receiver.answers.push(status(500, {}, 'no room\0here'.padEnd(3000, '.')))
    await make.arrive(context)
    const before = Date.now()
    await drain(id)
    const failed = await only()
    expect(failed).toMatchObject({ state: 'waiting', attempts: 1, last_status: 500 })
    expect(failed.log[0]!.answer).toMatch(/^no roomhere\.+$/)
    expect(failed.log[0]!.answer!.length).toBeLessThanOrEqual(1024)
    expectWait(failed.next_attempt_at, before, [3, 7])
    expect(await readEndpoint(context, id)).toMatchObject({ state: 'failing' })
    await drain(id) // Not due yet.
    expect(receiver.posts).toHaveLength(1)
    await makeDue()
    await drain(id)
    expect(await only()).toMatchObject({ state: 'delivered', attempts: 2, last_status: 200 })
    const [first, second] = receiver.posts
    expect(second!.headers['webhook-id']).toBe(first!.headers['webhook-id'])
    expect(second!.body).toBe(first!.body)
    expect(verify(secret, second!)).toBe(true)
    expect(await readEndpoint(context, id)).toMatchObject({ state: 'healthy', failing_since: null })
  })

  it('does not wait for silent receivers, nor for endless answers', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    receiver.answers.push(() => undefined)
    await make.arrive(context)
    await drain(id, 300)
    expect(await only()).toMatchObject({ state: 'waiting', last_status: null, last_error: 'timeout' })
    receiver.answers.push((response) => response.writeHead(200).write('begun'))
    await makeDue()
    // Long enough for its first part, also on a busy machine.
    await drain(id, 3_000)
    expect(await only()).toMatchObject({ state: 'delivered', last_status: 200 })
  })

  it('waits as long as it is asked to', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    receiver.answers.push(status(429, { 'Retry-After': '300' }))
    await make.arrive(context)
    const before = Date.now()
    await drain(id)
    expectWait((await only()).next_attempt_at, before, [300, 300])
    const again = Date.now()
    receiver.answers.push(status(503, { 'Retry-After': new Date(again + 400_000).toUTCString() }))
    await makeDue()
    await drain(id)
    // HTTP says times in whole seconds.
    expectWait((await only()).next_attempt_at, again, [398, 400])
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
    const of = ({ id }: { id: string }) => found.filter(({ endpoint_id: endpoint }) => endpoint === id).length
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

  it('sends no card token or number stored by an earlier release, and other text unchanged', async () => {
    const { id } = await make.endpoint(context, receiver.url)
    const card = { token: 'a-secret-card-token', number: '4200000000000000', last_4: '0000' }
    await make.arrive(context, { credit_card: card, customer: { email: 'anna@reader.example' } })
    await make.arrive(context, {}, { body: Buffer.from('no JSON, but 4200000000000000\0') })
    await make.arrive(context, {}, { body: Buffer.from([0xff, 0xfe, 0x00]) })
    await drain(id)
    const sent = receiver.posts.map(({ body }) => body).join()
    expect(sent).not.toContain('a-secret-card')
    expect(sent).not.toContain('4200000000000000')
    expect(sent).toContain('anna@reader.example')
    const bodies = receiver.posts.map(({ body }) => JSON.parse(body))
    const raw = bodies.filter(({ type }) => type === 'notification.unreadable').map(({ data }) => data.raw)
    expect(new Set(raw)).toEqual(new Set(['no JSON, but ••••0000\0', undefined]))
  })
})
