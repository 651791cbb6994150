import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { ActorContext } from '../../core/server/context'
import { onEachEngine } from '../../db/testing-engines'
import { settingsVersion, testOffice } from '../../testing/office'
import { openMailServer, useMailServer } from '../../testing/servers/mail-server'
import { deliverMessages } from './deliver'
import { mailLateRecipients } from './late-recipients'
import { closeAlert, listAlerts, raiseAlert } from './list'
import { changeAlertSettings } from './settings'
import { writeMessages } from './tell'

const [ann, bo, cy] = ['ann@shop.example', 'bo@shop.example', 'cy@shop.example']
/** As settings may have it. Mail libraries send domains in lower case. */
const boAsTyped = 'bo@Shop.Example'
const raised = { kind: 'forwarding_disabled', subject: 'one', detail: { endpoint: 'Ledger' } } as const

onEachEngine('recipients whom a mail server refuses for now', (kind) => {
  const office = testOffice(kind)
  const send = vi.fn<() => Promise<void>>(async () => undefined)
  let smtp: Awaited<ReturnType<typeof openMailServer>>
  let shop: ActorContext
  let made = 0
  beforeAll(async () => {
    smtp = await openMailServer()
    await useMailServer(office.engine, smtp.port)
  })
  afterAll(() => smtp.close())
  beforeEach(async () => {
    send.mockClear()
    smtp.mails.length = 0
    smtp.behaviour.refusesForNow = bo
    const inserted = await office.insertShop(`shop-${1000 + made++}`)
    shop = { ...office.context, shop: inserted, actor: await office.insertPerson(inserted.id) }
    await setRecipients([ann, boAsTyped])
    await raiseAlert(office.engine.db, inserted.id, raised)
    await writeMessages(engine())
    await deliverMessages(engine())
  })

  const engine = () => ({ ...office.engine, queues: { ...office.engine.queues, send } })
  const setRecipients = async (recipients: string[]) =>
    changeAlertSettings(shop, {
      mail: { enabled: true, recipients },
      version: await settingsVersion(office.engine.db, shop.shop.id),
    })
  const queued = () => {
    const [, late] = send.mock.lastCall as unknown as [string, Parameters<typeof mailLateRecipients>[1]]
    return late
  }
  const lastOutcome = async () => (await listAlerts(shop)).open[0]?.deliveries[0]?.last?.outcome
  const mailed = () => smtp.mails.map(({ to }) => to)

  it('get the alert alone once it takes them, and the others do not get it again', async () => {
    expect(mailed()).toEqual([[ann]])
    expect(queued().recipients).toEqual([bo])
    expect(await lastOutcome()).toBe('partly')
    await expect(mailLateRecipients(engine(), queued())).rejects.toThrow('recipient_refused')
    smtp.behaviour.refusesForNow = undefined
    await mailLateRecipients(engine(), queued())
    expect(mailed()).toEqual([[ann], [bo]])
    expect(smtp.mails[1]?.data).toContain('Forwarding to Ledger')
    // All have it now.
    expect(await lastOutcome()).toBe('delivered')
  })

  it('do not make up for one whom it refused for good', async () => {
    const late = queued()
    smtp.behaviour.refusesForNow = undefined
    await mailLateRecipients(engine(), { ...late, isForAll: false })
    expect(mailed()).toEqual([[ann], [bo]])
    expect(await lastOutcome()).toBe('partly')
  })

  it('are fewer each time', async () => {
    await setRecipients([ann, bo, cy])
    smtp.behaviour.refusesForNow = bo
    await mailLateRecipients(engine(), { ...queued(), recipients: [bo, cy] })
    expect(mailed()).toEqual([[ann], [cy]])
    expect(send).toHaveBeenCalledTimes(2)
    expect(queued().recipients).toEqual([bo])
  })

  it('get nothing where they are no longer recipients, or the alert ended', async () => {
    smtp.behaviour.refusesForNow = undefined
    await setRecipients([ann])
    await mailLateRecipients(engine(), queued())
    await setRecipients([ann, bo])
    await closeAlert(office.engine.db, shop.shop.id, raised)
    await mailLateRecipients(engine(), queued())
    expect(mailed()).toEqual([[ann]])
  })

  it('are not queued where it refuses others for good', async () => {
    smtp.behaviour.knows = [ann]
    smtp.behaviour.refusesForNow = undefined
    send.mockClear()
    await office.engine.db.execute(
      sql`UPDATE alert_messages SET next_attempt_at = now(), delivered_at = NULL`,
    )
    await deliverMessages(engine())
    smtp.behaviour.knows = undefined
    expect((await listAlerts(shop)).open[0]?.deliveries[0]?.last).toMatchObject({ outcome: 'partly' })
    expect(send).not.toHaveBeenCalled()
  })
})
