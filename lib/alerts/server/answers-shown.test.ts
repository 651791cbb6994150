import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Actor } from '../../core/server/context'
import { onEachEngine } from '../../db/testing-engines'
import { settingsVersion, testOffice } from '../../testing/office'
import { openMailServer, useMailServer } from '../../testing/servers/mail-server'
import { deliverMessages } from './deliver'
import { listAlerts, raiseAlert } from './list'
import { changeAlertSettings } from './settings'
import { writeMessages } from './tell'

const recipient = 'ann@shop.example'

onEachEngine('what a mail server answered to an alert', (kind) => {
  const office = testOffice(kind)
  let smtp: Awaited<ReturnType<typeof openMailServer>>
  beforeAll(async () => {
    smtp = await openMailServer({ refuses: `5.1.1 <${recipient}>: unknown` })
    await useMailServer(office.engine, smtp.port)
  })
  afterAll(() => smtp.close())

  it('is shown to those who see the recipients', async () => {
    const { engine, context } = office
    const version = await settingsVersion(engine.db, context.shop.id)
    await changeAlertSettings(context, { version, mail: { enabled: true, recipients: [recipient] } })
    const raised = { kind: 'forwarding_disabled', subject: 'one', detail: { endpoint: 'Ledger' } } as const
    await raiseAlert(engine.db, context.shop.id, raised)
    await writeMessages(engine)
    await deliverMessages(engine)
    const shownTo = async (actor: Actor) =>
      (await listAlerts({ ...context, actor })).open[0]?.deliveries[0]?.last
    const answer = expect.stringContaining(recipient)
    expect(await shownTo(context.actor)).toMatchObject({ status: 550, answer })
    const manager = await office.insertPerson(context.shop.id, 'manager')
    for (const actor of [manager, { ...context.actor, scopes: ['alerts.read'] as const }])
      expect(await shownTo(actor)).toMatchObject({ status: 550, answer: null })
  })
})
