import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { GatewayError } from '../errors'
import { idempotencyKeys } from '../tables/requests'
import { keyedRequests, lostAnswer, type KeyedRequest } from './testing'

onEachEngine('an idempotency key of a request', (kind) => {
  const office = testOffice(kind)
  const { send, code, runs } = keyedRequests(office)

  describe('equal to an unconfirmed one that a person wants to send again', () => {
    const again = { key: 'again', isRepeatOfLost: true }
    const lose = async () => {
      await code({ run: () => Promise.reject(lostAnswer) })
      await office.engine.db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '2 minutes'` })
    }

    it('is sent once, however many callers repeat it at once', async () => {
      await lose()
      const keys = ['again', 'again', 'and again', 'once more']
      const codes = await Promise.all(keys.map((key) => code({ ...again, key })))
      expect(codes.filter((one) => one === 'done').length).toBeGreaterThan(0)
      expect(codes.every((one) => one === 'done' || one === 'in_progress')).toBe(true)
      expect(runs()).toBe(2)
    })

    it('answers the repetition’s result if it was repeated already, under another key', async () => {
      await lose()
      expect(await send(again)).toEqual({ n: 2 })
      expect(await send({ ...again, key: 'once more' })).toEqual({ n: 2 })
      expect(await send({ ...again, key: 'once more' })).toEqual({ n: 2 })
      expect(runs()).toBe(2)
      // Without `isRepeatOfLost`, this is another request.
      expect(await send({ key: 'new' })).toEqual({ n: 3 })
    })

    it('answers the same under the key that was lost', async () => {
      await lose()
      expect(await send(again)).toEqual({ n: 2 })
      expect(await send()).toEqual({ n: 2 })
      expect(runs()).toBe(2)
    })

    it('sends nothing if its result was found meanwhile, under another key', async () => {
      await lose()
      expect(await send({ key: 'found', settle: async () => ({ n: 42 }) })).toEqual({ n: 42 })
      expect(await send(again)).toEqual({ n: 42 })
      expect(runs()).toBe(1)
    })

    it('stays lost if the gateway refused the repetition', async () => {
      await lose()
      const refused = () => Promise.reject(new GatewayError('gateway_rejected'))
      expect(await code({ ...again, run: refused })).toBe('gateway_rejected')
      expect([await code({ key: 'third' }), await code({})]).toEqual(['unconfirmed', 'unconfirmed'])
      expect(runs()).toBe(2)
      expect(await send(again)).toEqual({ n: 3 })
      expect(await send()).toEqual({ n: 3 })
    })

    it('searches for both if the repetition was lost as well', async () => {
      await lose()
      const [first] = await office.engine.db.select().from(idempotencyKeys)
      await code({ ...again, run: () => Promise.reject(lostAnswer) })
      const sentAt: Date[] = []
      const settle: KeyedRequest['settle'] = async (_context, _input, at) => {
        sentAt.push(at)
        return { n: 42 }
      }
      expect(await send({ ...again, key: 'third', settle })).toEqual({ n: 42 })
      expect(sentAt).toEqual([first?.createdAt])
      expect([await send(), await send({ key: 'again' })]).toEqual([{ n: 42 }, { n: 42 }])
      expect(runs()).toBe(2)
    })

    it('answers the result that another search found, and sends nothing', async () => {
      await lose()
      expect(await send({ ...again, settle: async () => ({ n: 42 }) })).toEqual({ n: 42 })
      expect(runs()).toBe(1)
    })

    it('sends nothing while its result cannot be looked up, or the gateway may still process it', async () => {
      await lose()
      const down = () => Promise.reject(new GatewayError('gateway_unavailable'))
      expect(await code({ ...again, settle: down })).toBe('unconfirmed')
      await office.engine.db.update(idempotencyKeys).set({ createdAt: sql`now() - interval '5 seconds'` })
      expect(await code(again)).toBe('in_progress')
      expect(runs()).toBe(1)
    })

    it('is unconfirmed again if the repetition was lost', async () => {
      await lose()
      expect(await code({ ...again, run: () => Promise.reject(lostAnswer) })).toBe('gateway_timeout')
      expect(await code({ key: 'third' })).toBe('unconfirmed')
      expect(runs()).toBe(2)
    })
  })
})
