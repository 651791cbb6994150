import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import type { Queues } from '@/lib/db/queues'
import { openMailServer, useMailServer } from '@/lib/testing/servers/mail-server'
import { testOffice } from '@/lib/testing/office'
import { notify, startNotices } from './notices'

onEachEngine('a notice about an account', (kind) => {
  const office = testOffice(kind)
  let smtp: Awaited<ReturnType<typeof openMailServer>>
  beforeAll(async () => {
    smtp = await openMailServer()
  })
  afterAll(() => smtp.close())
  beforeEach(() => useMailServer(office.engine, smtp.port))

  /** Queues a notice. Returns what its queue runs, and how often it retries. */
  const ordered = async () => {
    let work: ((data: object) => Promise<void>) | undefined
    let retries = 0
    const orders: object[] = []
    const queues: Queues = {
      ...office.engine.queues,
      define: async (_name, handler, options) => {
        work = handler as typeof work
        retries = options?.retries ?? 0
      },
      send: async (_name, data) => void orders.push(data),
    }
    const engine = { ...office.engine, queues }
    await startNotices(engine)
    await notify(engine, { kind: 'password_changed', userId: office.context.actor.userId })
    expect(orders).toHaveLength(1)
    return { run: () => work!(orders[0]!), retries }
  }

  it('is sent again if the mail server was away', async () => {
    const { run, retries } = await ordered()
    await useMailServer(office.engine, 1)
    await expect(run()).rejects.toThrow('unreachable')
    // Pauses double from two seconds. A server may be away, or have wrong settings, for hours.
    expect(2 ** (retries + 1)).toBeGreaterThan(6 * 3600)
    await useMailServer(office.engine, smtp.port)
    await run()
    expect(smtp.mails).toHaveLength(1)
  })

  it('is sent again if the settings of the mail server were wrong', async () => {
    const { run } = await ordered()
    smtp.behaviour.refuses = '5.7.0 authentication needed'
    await expect(run()).rejects.toThrow('sender_refused')
    smtp.behaviour.refuses = undefined
    await run()
  })

  it('is not sent again to an address that the server refuses', async () => {
    const { run } = await ordered()
    smtp.behaviour.knows = []
    await run()
  })
})
