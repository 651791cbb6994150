import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { testEngines } from '../../../db/testing'
import { testOffice } from '../../../testing/office'
import type { ActorContext } from '../context'
import { AppError, GatewayError } from '../errors'
import { idempotencyKeys } from '../tables/requests'
import { idempotent, type Settle } from './idempotency'
import { forgetOldKeys } from './idempotency-keys'

describe.each(testEngines)('an idempotency key, on $kind', ({ kind, available }) => {
  describe.skipIf(!available)('of a request', () => {
    const office = testOffice(kind)
    let runs = 0
    beforeEach(async () => {
      runs = 0
      await office.engine.db.delete(idempotencyKeys)
    })

    type Change = {
      key?: string
      route?: string
      input?: unknown
      context?: ActorContext
      run?: () => Promise<{ n: number }>
      settle?: Settle<unknown, { n: number }>
      repeatable?: boolean
      repeatsLost?: boolean
    }
    const send = ({
      key = 'k',
      route = 'POST /things',
      input = { a: 1 },
      context = office.context,
      run,
      settle,
      repeatable,
      repeatsLost,
    }: Change = {}) =>
      idempotent<unknown, { n: number }>(context, {
        route,
        key,
        input,
        settle,
        repeatable,
        repeatsLost,
        run: async () => {
          runs++
          return run ? run() : { n: runs }
        },
      })
    const code = (change: Change) =>
      send(change).then(
        () => 'done',
        (error: unknown) => (error instanceof AppError ? error.code : 'unknown'),
      )
    const lost = new GatewayError('gateway_timeout', { mayHaveHappened: true })

    it('answers the same result again', async () => {
      expect([await send(), await send(), await send()]).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }])
    })

    it('stays unconfirmed while its result cannot be looked up', async () => {
      const down = async () => {
        throw new GatewayError('gateway_unavailable')
      }
      expect(await code({ run: () => Promise.reject(lost) })).toBe('gateway_timeout')
      expect(await code({ settle: down })).toBe('unconfirmed')
      expect(await code({ settle: down, key: 'another' })).toBe('unconfirmed')
      expect(runs).toBe(1)
    })

    it('is a conflict with another body', async () => {
      await send()
      expect(await code({ input: { a: 2 } })).toBe('idempotency_conflict')
      expect(runs).toBe(1)
    })

    it('is another key for another person, route or shop', async () => {
      const { context } = office
      const other = await office.insertPerson(context.shop.id)
      const shop = await office.insertShop(`shop-${crypto.randomUUID()}`)
      await send()
      await send({ route: 'POST /others' })
      await send({ context: { ...context, actor: other } })
      await send({ context: { ...context, shop } })
      expect(runs).toBe(4)
    })

    it('runs once, however many come at once', async () => {
      const slow = () => new Promise<{ n: number }>((resolve) => setImmediate(() => resolve({ n: runs })))
      const codes = await Promise.all(Array.from({ length: 12 }, () => code({ run: slow })))
      expect(runs).toBe(1)
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
      expect(runs).toBe(2)
    })

    it.each<[string, Error]>([
      ['a lost answer', lost],
      ['an outcome nobody knows', new AppError('unconfirmed')],
      ['an error nobody expected', new Error('the disk is full')],
    ])('stays unconfirmed after %s, and nothing is sent again', async (_name, error) => {
      await code({ run: () => Promise.reject(error) })
      expect([await code({}), await code({})]).toEqual(['unconfirmed', 'unconfirmed'])
      expect(await code({ input: { a: 2 } })).toBe('idempotency_conflict')
      expect(runs).toBe(1)
    })

    it('is settled as soon as its result can be looked up, and then answers it', async () => {
      await code({ run: () => Promise.reject(lost) })
      expect(await code({ settle: async () => null })).toBe('unconfirmed')
      expect(await code({ settle: () => Promise.reject(new GatewayError('gateway_timeout')) })).toBe(
        'unconfirmed',
      )
      const sentAt: Date[] = []
      const settle: Change['settle'] = async (_context, input, at) => {
        sentAt.push(at)
        return { n: (input as { a: number }).a + 41 }
      }
      expect(await send({ settle })).toEqual({ n: 42 })
      expect(await send({ settle: () => Promise.reject(new Error('not asked again')) })).toEqual({ n: 42 })
      const [row] = await office.engine.db.select().from(idempotencyKeys)
      expect(sentAt).toEqual([row?.createdAt])
      expect(runs).toBe(1)
    })

    it('whose process ended is in progress for a while, and then settled', async () => {
      await send()
      const { db } = office.engine
      await db.update(idempotencyKeys).set({ state: 'open', response: null })
      expect(await code({ settle: async () => ({ n: 7 }) })).toBe('in_progress')
      await db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '3 minutes'` })
      expect(await code({})).toBe('unconfirmed')
      expect(await send({ settle: async () => ({ n: 7 }) })).toEqual({ n: 7 })
      expect(runs).toBe(1)
    })

    it('equal to a lost one sends nothing again, whatever the key', async () => {
      await code({ run: () => Promise.reject(lost) })
      const again = { key: 'after a reload' }
      expect([await code(again), await code(again), await code({})]).toEqual(Array(3).fill('unconfirmed'))
      expect(runs).toBe(1)
      const [row] = await office.engine.db.select().from(idempotencyKeys)
      const sentAt: Date[] = []
      const settle: Change['settle'] = async (_context, _input, at) => {
        sentAt.push(at)
        return { n: 42 }
      }
      expect(await send({ ...again, settle })).toEqual({ n: 42 })
      expect(sentAt).toEqual([row?.createdAt])
      // Both keys now return the result; a third one is a new request.
      expect([await send(again), await send()]).toEqual([{ n: 42 }, { n: 42 }])
      expect(runs).toBe(1)
      expect(await send({ key: 'third' })).toEqual({ n: 2 })
    })

    it('equal to one under way waits, as after a reload with a new key', async () => {
      let answer = () => {}
      const first = send({
        run: () =>
          new Promise((resolve) => {
            answer = () => resolve({ n: 1 })
          }),
      })
      await expect.poll(() => runs).toBe(1)
      expect(await code({ key: 'another' })).toBe('in_progress')
      answer()
      expect(await first).toEqual({ n: 1 })
      expect(runs).toBe(1)
    })

    it('equal to one at the same moment waits', async () => {
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
      expect(runs).toBe(1)
    })

    it('equal to one whose process ended sends nothing again either', async () => {
      await send()
      const { db } = office.engine
      await db.update(idempotencyKeys).set({ state: 'open', createdAt: sql`now() - interval '3 minutes'` })
      expect(await code({ key: 'other' })).toBe('unconfirmed')
      await db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '25 hours'` })
      expect(await code({ key: 'other' })).toBe('done')
      expect(runs).toBe(2)
    })

    it('of another kind, person, route or shop is independent of a lost one', async () => {
      await code({ run: () => Promise.reject(lost) })
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
      await code({ run: () => Promise.reject(lost), repeatable: true })
      expect(await code({ repeatable: true })).toBe('unconfirmed')
      expect(await code({ key: 'other', repeatable: true })).toBe('done')
      expect(runs).toBe(2)
    })

    describe('equal to a lost one, which a person wants to send again', () => {
      const again = { key: 'again', repeatsLost: true }
      const lose = async () => {
        await code({ run: () => Promise.reject(lost) })
        await office.engine.db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '2 minutes'` })
      }

      it('is sent once, however many callers repeat it at once', async () => {
        await lose()
        const keys = ['again', 'again', 'and again', 'once more']
        const codes = await Promise.all(keys.map((key) => code({ ...again, key })))
        expect(codes.filter((one) => one === 'done').length).toBeGreaterThan(0)
        expect(codes.every((one) => one === 'done' || one === 'in_progress')).toBe(true)
        expect(runs).toBe(2)
      })

      it('answers the repetition’s result if it was repeated already, under another key', async () => {
        await lose()
        expect(await send(again)).toEqual({ n: 2 })
        expect(await send({ ...again, key: 'once more' })).toEqual({ n: 2 })
        expect(await send({ ...again, key: 'once more' })).toEqual({ n: 2 })
        expect(runs).toBe(2)
        // Without `repeatsLost`, this is another request.
        expect(await send({ key: 'new' })).toEqual({ n: 3 })
      })

      it('answers the same under the key that was lost', async () => {
        await lose()
        expect(await send(again)).toEqual({ n: 2 })
        expect(await send()).toEqual({ n: 2 })
        expect(runs).toBe(2)
      })

      it('sends nothing if its result was found meanwhile, under another key', async () => {
        await lose()
        expect(await send({ key: 'found', settle: async () => ({ n: 42 }) })).toEqual({ n: 42 })
        expect(await send(again)).toEqual({ n: 42 })
        expect(runs).toBe(1)
      })

      it('stays lost if the gateway refused the repetition', async () => {
        await lose()
        const refused = () => Promise.reject(new GatewayError('gateway_rejected'))
        expect(await code({ ...again, run: refused })).toBe('gateway_rejected')
        expect([await code({ key: 'third' }), await code({})]).toEqual(['unconfirmed', 'unconfirmed'])
        expect(runs).toBe(2)
        expect(await send(again)).toEqual({ n: 3 })
        expect(await send()).toEqual({ n: 3 })
      })

      it('searches for both if the repetition was lost as well', async () => {
        await lose()
        const [first] = await office.engine.db.select().from(idempotencyKeys)
        await code({ ...again, run: () => Promise.reject(lost) })
        const sentAt: Date[] = []
        const settle: Change['settle'] = async (_context, _input, at) => {
          sentAt.push(at)
          return { n: 42 }
        }
        expect(await send({ ...again, key: 'third', settle })).toEqual({ n: 42 })
        expect(sentAt).toEqual([first?.createdAt])
        expect([await send(), await send({ key: 'again' })]).toEqual([{ n: 42 }, { n: 42 }])
        expect(runs).toBe(2)
      })

      it('answers the result that another search found, and sends nothing', async () => {
        await lose()
        expect(await send({ ...again, settle: async () => ({ n: 42 }) })).toEqual({ n: 42 })
        expect(runs).toBe(1)
      })

      it('sends nothing while its result cannot be looked up, or the gateway may still process it', async () => {
        await lose()
        const down = () => Promise.reject(new GatewayError('gateway_unavailable'))
        expect(await code({ ...again, settle: down })).toBe('unconfirmed')
        await office.engine.db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '5 seconds'` })
        expect(await code(again)).toBe('in_progress')
        expect(runs).toBe(1)
      })

      it('is lost again if the repetition was lost', async () => {
        await lose()
        expect(await code({ ...again, run: () => Promise.reject(lost) })).toBe('gateway_timeout')
        expect(await code({ key: 'third' })).toBe('unconfirmed')
        expect(runs).toBe(2)
      })
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
})
