import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { testOffice } from '../../testing/office'
import { alertKinds, isActivityAlert } from '../kinds'
import { messageOf } from './messages'

onEachEngine('the link of a message about an alert', (kind) => {
  const office = testOffice(kind)

  it('leads to a page that all who may read alerts may read', () => {
    const { shop } = office.context
    const textOf = (alert: (typeof alertKinds)[number]) =>
      messageOf(shop, { kind: alert, detail: {}, openedAt: new Date(), closedAt: null }, 'raised').text
    for (const alert of alertKinds) expect(textOf(alert), alert).not.toContain('/settings/activity')
    for (const alert of alertKinds.filter(isActivityAlert))
      expect(textOf(alert), alert).toContain(`/shops/${shop.id}/settings/alerts`)
  })
})
