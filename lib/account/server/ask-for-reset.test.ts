import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { Queues } from '@/lib/db/queues'
import { openMailServer, useMailServer } from '@/lib/testing/mail-server'
import { testOffice } from '@/lib/testing/office'
import { activity } from '../../core/server/tables/requests'
import { startResetMails } from './ask-for-reset'

onEachEngine('a mailed link for a new password', (kind) => {
  const office = testOffice(kind)
  let smtp: Awaited<ReturnType<typeof openMailServer>>
  beforeAll(async () => {
    smtp = await openMailServer()
  })
  afterAll(() => smtp.close())

  it('is sent again if the mail server was away, and not if it refuses the address', async () => {
    let work: ((data: object) => Promise<void>) | undefined
    let retries = 0
    const queues: Queues = {
      ...office.engine.queues,
      define: async (_name, handler, options) => {
        work = handler as typeof work
        retries = options?.retries ?? 0
      },
    }
    const reasons = async () =>
      (await office.engine.db.select().from(activity).orderBy(activity.id)).map(({ detail }) => detail.reason)
    await startResetMails({ ...office.engine, queues })
    const run = () => work!({ userId: office.context.actor.userId, address: '192.0.2.7' })
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
})
