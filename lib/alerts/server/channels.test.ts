import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { openMailServer, useMailServer } from '../../testing/servers/mail-server'
import { testOffice, settingsVersion } from '../../testing/office'
import type { ChatChange } from '../schema'
import { deliverMessages, testChannel } from './deliver'
import { listAlerts, raiseAlert } from './list'
import { changeAlertSettings, readAlertSettings } from './settings'
import { alertSettings } from './tables'
import { writeMessages } from './tell'

onEachEngine('a chat whose address no key opens', (kind) => {
  const office = testOffice(kind)
  let smtp: Awaited<ReturnType<typeof openMailServer>>
  beforeAll(async () => {
    smtp = await openMailServer()
    await useMailServer(office.engine, smtp.port)
    const { engine, context } = office
    await engine.db.insert(alertSettings).values({
      shopId: context.shop.id,
      rules: (await readAlertSettings(context)).rules,
      mailEnabled: true,
      mailRecipients: ['ann@shop.example'],
      chatEnabled: true,
      chatUrlSealed: engine.sealer.seal('https://chat.example/hook', 'another context'),
    })
  })
  afterAll(() => smtp.close())

  const change = async (chat: ChatChange) => {
    const version = await settingsVersion(office.engine.db, office.context.shop.id)
    return changeAlertSettings(office.context, { version, chat })
  }

  it('holds up no mail, is tried again, and can be entered again', async () => {
    const { engine, context } = office
    const raised = { kind: 'forwarding_disabled', subject: 'one', detail: { endpoint: 'Ledger' } } as const
    await raiseAlert(engine.db, context.shop.id, raised)
    await writeMessages(engine)
    await deliverMessages(engine)
    expect(smtp.mails).toHaveLength(1)
    expect((await listAlerts(context)).open[0]?.deliveries).toMatchObject([
      { channel: 'mail', last: { outcome: 'delivered' } },
      {
        channel: 'chat',
        attempts: 1,
        next_attempt_at: expect.any(String),
        last: { outcome: 'secret_unopened' },
      },
    ])
    expect((await testChannel(context, { channel: 'chat' })).outcome).toBe('secret_unopened')

    const kept = { enabled: true, kind: 'slack' } as const
    expect((await readAlertSettings(context)).chat).toEqual({ ...kept, masked_url: null })
    await expect(change(kept)).rejects.toMatchObject({ code: 'invalid', errors: { 'chat.url': [/./] } })
    const { chat } = await change({ ...kept, url: 'https://chat.example/hook' })
    expect(chat).toEqual({ ...kept, masked_url: 'https://chat.example/…' })
    const [row] = await engine.db
      .select()
      .from(alertSettings)
      .where(eq(alertSettings.shopId, context.shop.id))
    expect(engine.sealer.unseal(row!.chatUrlSealed!, `shop:${context.shop.id}:alert_chat_url`)).toBe(
      'https://chat.example/hook',
    )
  })
})
