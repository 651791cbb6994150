import { beforeAll, afterAll, expect, it } from 'vitest'
import { changeAlertSettings } from '../alerts/server/settings'
import { loadShopRow } from '../core/server/shop/change'
import { changeRetention } from '../customers/server/anonymising/retention'
import { onEachEngine } from '../db/testing-engines'
import { changeFactorRule } from '../people/server/factor-rule'
import { changeRole, disablePerson } from '../people/server/people'
import { codeOf, openPeopleOffice, type PeopleOffice } from '../people/server/testing-people'
import { archiveShop } from '../shops/server/archive-and-delete'
import { changeShop } from '../shops/server/connection/connection'
import { restoreKey, rotateKey } from '../shops/server/connection/keys'
import { changeAppearance } from '../shops/server/settings/appearance'
import {
  changeNotificationSettings,
  makeEndpointSecret,
  rotateHookKey,
} from '../shops/server/settings/notification-settings'
import {
  changeMinorUnits,
  changePageDefaults,
  changePaymentSettings,
} from '../shops/server/settings/payment-settings'
import { changeRevealLimit } from '../shops/server/settings/reveal-limit'

onEachEngine('settings of a shop', (kind) => {
  let office: PeopleOffice
  beforeAll(async () => {
    office = await openPeopleOffice(kind)
  })
  afterAll(() => office.dispose())

  it('are changed by nobody who was demoted or disabled while their request waited', async () => {
    const { context } = office
    const { db } = office.engine
    const [demoted, disabled] = [
      await office.insertPerson(context.shop.id, 'owner'),
      await office.insertPerson(context.shop.id, 'owner'),
    ]
    await changeRole(context, demoted.userId, { role: 'manager' })
    await disablePerson(context, disabled.userId)
    const before = await loadShopRow(db, context.shop.id)
    const { version } = before
    for (const person of [demoted, disabled]) {
      // Their request was let in while they were an owner.
      const late = { ...context, actor: { ...person, role: 'owner' as const } }
      const key = { secret_key: crypto.randomUUID(), keep_hours: 1, accept_untested: true, version }
      const changes = {
        name: () => changeShop(late, { name: 'Mine', accept_untested: true, version }),
        key: () => rotateKey(late, key),
        oldKey: () => restoreKey(late, { id: crypto.randomUUID(), version }),
        archive: () => archiveShop(late, { is_archived: true, version }),
        appearance: () => changeAppearance(late, { public_name: 'Mine', version }),
        notifications: () => changeNotificationSettings(late, { payload_months: 3, version }),
        hookKey: () => rotateHookKey(late, { keep_hours: 0, version }),
        secret: () => makeEndpointSecret(late, { version }),
        payments: () => changePaymentSettings(late, { support_checkouts: true, version }),
        pages: () => changePageDefaults(late, { defaults: {}, version }),
        decimals: () => changeMinorUnits(late, { overrides: { EUR: 3 }, version }),
        reveals: () => changeRevealLimit(late, { per_hour: 1000, version }),
        factors: () => changeFactorRule(late, { roles: [], grace_days: 0, version }),
        alerts: () => changeAlertSettings(late, { mail: { enabled: true, recipients: [] }, version }),
        retention: () => changeRetention(late, { enabled: false, version }),
      }
      for (const [name, change] of Object.entries(changes))
        expect(await codeOf(change()), name).toBe('forbidden')
    }
    expect(await loadShopRow(db, context.shop.id)).toEqual(before)
  })
})
