import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { Queues } from '@/lib/db/queues'
import { openMailServer, useMailServer } from '@/lib/testing/servers/mail-server'
import { eventually } from '@/lib/testing/eventually'
import { testOffice } from '@/lib/testing/office'
import { forgetLinksOf } from '../../core/server/accounts/reset-links'
import { activity } from '../../core/server/tables/requests'
import { users } from '../../core/server/tables/users'
import { startResetMails } from './reset-password'

onEachEngine('a mailed link for a new password', (kind) => {
  const office = testOffice(kind)
  let smtp: Awaited<ReturnType<typeof openMailServer>>
  beforeAll(async () => {
    smtp = await openMailServer()
  })
  afterAll(() => smtp.close())

  let work: ((data: object) => Promise<void>) | undefined
  let retries = 0
  const start = () => {
    const queues: Queues = {
      ...office.engine.queues,
      define: async (_name, handler, options) => {
        work = handler as typeof work
        retries = options?.retries ?? 0
      },
    }
    return startResetMails({ ...office.engine, queues })
  }
  const run = () => work!({ userId: office.context.actor.userId, address: '192.0.2.7' })

  it('is sent again if the mail server was away, and not if it refuses the address', async () => {
    const reasons = async () =>
      (await office.engine.db.select().from(activity).orderBy(activity.id)).map(({ detail }) => detail.reason)
    await start()
    await useMailServer(office.engine, 1)
    for (let n = 0; n < 3; n++) await expect(run()).rejects.toThrow('unreachable')
    expect(await reasons()).toEqual(['unreachable'])
    expect(retries).toBeGreaterThan(3)
    await useMailServer(office.engine, smtp.port)
    await run()
    expect(smtp.mails).toHaveLength(1)
    smtp.behaviour.knows = []
    await run()
    expect(await reasons()).toEqual(['unreachable', 'delivered', 'recipient_refused'])
  })

  it.runIf(kind === 'server')('goes to no e-mail that is replaced at the same moment', async () => {
    const { db } = office.engine
    const { userId } = office.context.actor
    smtp.mails.length = 0
    smtp.behaviour.knows = undefined
    await start()
    await useMailServer(office.engine, smtp.port)
    let mailing: Promise<void> | undefined
    await db.transaction(async (tx) => {
      await tx.update(users).set({ email: 'new@shop.example' }).where(eq(users.id, userId))
      await forgetLinksOf(tx, userId)
      mailing = run()
      await eventually(async () => {
        const waiting = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
        expect((await db.execute(waiting)).rows).toHaveLength(1)
      })
    })
    await mailing
    expect(smtp.mails.map(({ to }) => to)).toEqual([['new@shop.example']])
  })
})
