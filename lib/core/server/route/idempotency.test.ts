import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import type { Permission } from '../../permissions'
import { AppError, GatewayError } from '../errors'
import { idempotencyKeys } from '../tables/requests'
import { forgetOldKeys } from './idempotency-keys'
import { keyedRequests, lostAnswer, type KeyedRequest } from './testing'

onEachEngine('an idempotency key of a request', (kind) => {
  const office = testOffice(kind)
  const { send, code, runs } = keyedRequests(office)

  it('answers the same result again', async () => {
    expect([await send(), await send(), await send()]).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }])
  })

  it('stays unconfirmed while its result cannot be looked up', async () => {
    const down = async () => {
      throw new GatewayError('gateway_unavailable')
    }
    expect(await code({ run: () => Promise.reject(lostAnswer) })).toBe('gateway_timeout')
    expect(await code({ settle: down })).toBe('unconfirmed')
    expect(await code({ settle: down, key: 'another' })).toBe('unconfirmed')
    expect(runs()).toBe(1)
  })

  it('is a conflict with another body', async () => {
    await send()
    expect(await code({ input: { a: 2 } })).toBe('idempotency_conflict')
    expect(runs()).toBe(1)
  })

  it('is another key for another person, route or shop', async () => {
    const { context } = office
    const other = await office.insertPerson(context.shop.id)
    const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
    await send()
    await send({ route: 'POST /others' })
    await send({ context: { ...context, actor: other } })
    await send({ context: { ...context, shop } })
    expect(runs()).toBe(4)
  })

  it('is a conflict with other rights, which may see less of the result', async () => {
    const { context } = office
    const having = (...scopes: Permission[]) => ({ ...context, actor: { ...context.actor, scopes } })
    const [open, masked] = [having('products.write', 'personal_data.read'), having('products.write')]
    expect([await send({ context: open }), await send({ context: open })]).toEqual([{ n: 1 }, { n: 1 }])
    for (const other of [masked, context]) expect(await code({ context: other })).toBe('idempotency_conflict')
    // A result that was searched for, too, under the lost key and the one that found it.
    const lost = { input: { a: 3 }, key: 'lost', context: masked }
    await code({ ...lost, run: () => Promise.reject(lostAnswer) })
    const found = { ...lost, key: 'found', context: open, settle: async () => ({ n: 7 }) }
    expect([await send(found), await send(found)]).toEqual([{ n: 7 }, { n: 7 }])
    for (const key of ['lost', 'found']) expect(await code({ ...lost, key })).toBe('idempotency_conflict')
    expect(await code({ ...lost, key: 'again', isRepeatOfLost: true })).toBe('idempotency_conflict')
    expect(runs()).toBe(2)
  })

  it('runs once for any number of concurrent requests', async () => {
    const slow = () => new Promise<{ n: number }>((resolve) => setImmediate(() => resolve({ n: runs() })))
    const codes = await Promise.all(Array.from({ length: 12 }, () => code({ run: slow })))
    expect(runs()).toBe(1)
    expect(codes).toContain('done')
    expect(codes.every((one) => one === 'done' || one === 'in_progress')).toBe(true)
  })

  it.each<[string, Error]>([
    ['what was refused by us', new AppError('invalid')],
    ['what the gateway refused', new GatewayError('gateway_rejected')],
    ['what was never sent', new GatewayError('gateway_unavailable')],
  ])('is free again after %s', async (_name, error) => {
    expect(await code({ run: () => Promise.reject(error) })).toBe((error as AppError).code)
    expect(await code({})).toBe('done')
    expect(runs()).toBe(2)
  })

  it.each<[string, Error]>([
    ['a lost answer', lostAnswer],
    ['an outcome nobody knows', new AppError('unconfirmed')],
    ['an error nobody expected', new Error('the disk is full')],
  ])('stays unconfirmed after %s, and nothing is sent again', async (_name, error) => {
    await code({ run: () => Promise.reject(error) })
    expect([await code({}), await code({})]).toEqual(['unconfirmed', 'unconfirmed'])
    expect(await code({ input: { a: 2 } })).toBe('idempotency_conflict')
    expect(runs()).toBe(1)
  })

  it('is settled when its result can be looked up, which answers it', async () => {
    await code({ run: () => Promise.reject(lostAnswer) })
    expect(await code({ settle: async () => null })).toBe('unconfirmed')
    expect(await code({ settle: () => Promise.reject(new GatewayError('gateway_timeout')) })).toBe(
      'unconfirmed',
    )
    const sentAt: Date[] = []
    const settle: KeyedRequest['settle'] = async (_context, input, at) => {
      sentAt.push(at)
      return { n: (input as { a: number }).a + 41 }
    }
    expect(await send({ settle })).toEqual({ n: 42 })
    expect(await send({ settle: () => Promise.reject(new Error('not asked again')) })).toEqual({ n: 42 })
    const [row] = await office.engine.db.select().from(idempotencyKeys)
    expect(sentAt).toEqual([row?.createdAt])
    expect(runs()).toBe(1)
  })

  it('of an ended process is in progress for a while, then settled', async () => {
    await send()
    const { db } = office.engine
    await db.update(idempotencyKeys).set({ state: 'open', response: null })
    expect(await code({ settle: async () => ({ n: 7 }) })).toBe('in_progress')
    await db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '3 minutes'` })
    expect(await code({})).toBe('unconfirmed')
    expect(await send({ settle: async () => ({ n: 7 }) })).toEqual({ n: 7 })
    expect(runs()).toBe(1)
  })

  it('equal to an unconfirmed one sends nothing again, whatever the key', async () => {
    await code({ run: () => Promise.reject(lostAnswer) })
    const again = { key: 'after a reload' }
    expect([await code(again), await code(again), await code({})]).toEqual(Array(3).fill('unconfirmed'))
    expect(runs()).toBe(1)
    const [row] = await office.engine.db.select().from(idempotencyKeys)
    const sentAt: Date[] = []
    const settle: KeyedRequest['settle'] = async (_context, _input, at) => {
      sentAt.push(at)
      return { n: 42 }
    }
    expect(await send({ ...again, settle })).toEqual({ n: 42 })
    expect(sentAt).toEqual([row?.createdAt])
    // Both keys now return the result; a third one is a new request.
    expect([await send(again), await send()]).toEqual([{ n: 42 }, { n: 42 }])
    expect(runs()).toBe(1)
    expect(await send({ key: 'third' })).toEqual({ n: 2 })
  })

  it('equal to one in progress waits, as after a reload with a new key', async () => {
    let answer = () => {}
    const first = send({
      run: () =>
        new Promise((resolve) => {
          answer = () => resolve({ n: 1 })
        }),
    })
    await expect.poll(runs).toBe(1)
    expect(await code({ key: 'another' })).toBe('in_progress')
    answer()
    expect(await first).toEqual({ n: 1 })
    expect(runs()).toBe(1)
  })

  it('equal to a concurrent one waits', async () => {
    let answer = () => {}
    const run = () =>
      new Promise<{ n: number }>((resolve) => {
        answer = () => resolve({ n: 1 })
      })
    let answered = 0
    const all = ['a', 'b', 'c', 'd'].map((key) => code({ key, run }).finally(() => answered++))
    await expect.poll(() => answered).toBe(3)
    answer()
    expect((await Promise.all(all)).toSorted()).toEqual(['done', ...Array(3).fill('in_progress')])
    expect(runs()).toBe(1)
  })

  it('equal to one of an ended process sends nothing again', async () => {
    await send()
    const { db } = office.engine
    await db.update(idempotencyKeys).set({ state: 'open', createdAt: sql`now() - interval '3 minutes'` })
    expect(await code({ key: 'other' })).toBe('unconfirmed')
    await db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '25 hours'` })
    expect(await code({ key: 'other' })).toBe('done')
    expect(runs()).toBe(2)
  })

  it('of another kind, person, route or shop is independent', async () => {
    await code({ run: () => Promise.reject(lostAnswer) })
    const { context } = office
    const actor = await office.insertPerson(context.shop.id)
    const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
    for (const change of [
      { input: { a: 2 } },
      { route: 'POST /others' },
      { context: { ...context, actor } },
      { context: { ...context, shop } },
    ])
      expect(await code({ key: 'other', ...change })).toBe('done')
  })

  it('that is repeatable is sent again under another key, never under the same', async () => {
    await code({ run: () => Promise.reject(lostAnswer), isRepeatable: true })
    expect(await code({ isRepeatable: true })).toBe('unconfirmed')
    expect(await code({ key: 'other', isRepeatable: true })).toBe('done')
    expect(runs()).toBe(2)
  })

  it('is deleted after a day, not before', async () => {
    await send()
    await forgetOldKeys(office.engine.db)
    expect(await send()).toEqual({ n: 1 })
    await office.engine.db
      .update(idempotencyKeys)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(eq(idempotencyKeys.key, 'k'))
    await forgetOldKeys(office.engine.db)
    expect(await send()).toEqual({ n: 2 })
  })

  it('has a maximum length', async () => {
    expect(await code({ key: 'x'.repeat(256) })).toBe('bad_request')
    expect(await code({ key: 'x'.repeat(255) })).toBe('done')
  })

  it('stores only a fingerprint of the request', async () => {
    await send({ input: { secret: 's3cret' } })
    expect(JSON.stringify(await office.engine.db.select().from(idempotencyKeys))).not.toContain('s3cret')
  })
})
