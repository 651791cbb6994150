import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { testEngines } from '@/lib/db/testing'
import type * as gatewayProducts from '@/lib/gateway/client/endpoints'
import { wakeLeftBehind } from '@/lib/jobs/server/start'
import { jobRows } from '@/lib/jobs/server/tables'
import { browser } from '../../testing/browser'
import { testApplication } from '../../testing/application'
import { opened } from '../../testing/opened'
import { csvHeader, csvLines, jobClient } from '../../testing/jobs'
import { eventually } from '@/lib/testing/eventually'

/** Runs after the gateway has created a product, before its answer is returned. */
let beforeAnswer = async () => {}
vi.mock('@/lib/gateway/client/endpoints', async (original) => {
  const actual = await original<typeof gatewayProducts>()
  return {
    ...actual,
    createAtGateway: async (...given: Parameters<typeof actual.createAtGateway>) => {
      const reply = await actual.createAtGateway(...given)
      await beforeAnswer()
      return reply
    },
  }
})

describe.each(testEngines.filter(({ kind }) => kind === 'server'))(
  'jobs, on $kind',
  ({ kind, isAvailable }) => {
    describe.skipIf(!isAvailable)('over HTTP', () => {
      const app = testApplication(kind)
      const client = opened(() => jobClient(app))
      beforeAll(() => void (browser.person = app.owner.actor))
      afterEach(async () => {
        beforeAnswer = async () => {}
        await client.repair()
      })

      /** Ends the sessions that are about to write rows of jobs, as a restart of the database does. */
      const endSessions = () =>
        app.engine.db.transaction(async (tx) => {
          await tx.execute(sql`LOCK TABLE ${jobRows} IN ACCESS EXCLUSIVE MODE`)
          await eventually(async () => {
            const { rows } = await tx.execute(sql`SELECT pg_terminate_backend(pid) FROM pg_locks
            WHERE relation = 'task_rows'::regclass AND NOT granted`)
            expect(rows.length).toBeGreaterThan(0)
          })
        })

      it('go on by themselves after their sessions were ended, and make nothing twice', async () => {
        const before = await client.countAtGateway()
        const names = Array.from({ length: 12 }, (_, n) => `Session ${n}`)
        const { id } = await client.load([csvHeader, ...csvLines(...names)].join('\n'))
        let ended: Promise<void> | undefined
        beforeAnswer = async () => void (ended ??= endSessions())
        expect((await client.call('POST', `/jobs/${id}/run`)).status).toBe(200)
        await eventually(() => expect(ended).toBeDefined())
        await ended
        await wakeLeftBehind(app.engine)
        expect(await client.until(id, 'done', 'failed')).toMatchObject({
          state: 'done',
          failure: null,
          counts: { done: 12, unconfirmed: 0 },
        })
        expect(await client.countAtGateway()).toBe(before + 12)
      })
    })
  },
)
