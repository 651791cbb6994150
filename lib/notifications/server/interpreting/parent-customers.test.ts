import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anonymiseCustomer } from '../../../customers/server/anonymising/anonymise'
import { changeCustomer } from '../../../customers/server/create'
import { testEngines } from '../../../db/testing'
import { notifications } from '../tables'
import { paid, referringTransactions, refund } from './testing'

describe.each(testEngines)('what refers to another transaction, on $kind', ({ kind, isAvailable }) => {
  describe.skipIf(!isAvailable)('when it is worked out', () => {
    const { office, here, read } = referringTransactions(kind)

    it('is a customer’s who becomes known later, and no more than that', async () => {
      await here.notify({ ...paid, customer: { email: 'maria@reader.example' } })
      const back = await here.notify(refund)
      const [maria = ''] = await here.insert({ first_name: 'Maria' })
      const correct = (email: string) => changeCustomer(office.context, maria, { contact: { email } })
      await correct('maria@reader.example')
      expect(await read(back)).toMatchObject({ customers: [{ id: maria, matched_by: 'parent' }] })
      await correct('somebody@else.example')
      expect(await read(back)).toMatchObject({ customers: [] })
    })

    it('is nobody’s whose order only may have been paid there', async () => {
      const [maria = ''] = await here.insert({ external_id: 'pl-2' })
      const payment = await here.notify({ ...paid, customer: { email: 'somebody@else.example' } })
      const back = await here.notify(refund)
      expect(await read(payment)).toMatchObject({ customers: [{ id: maria, matched_by: 'tracking_id' }] })
      expect(await read(back)).toMatchObject({ customers: [] })
    })

    it('is anonymised with the person whose payment it refers to, also when it comes after', async () => {
      await here.synced()
      const [maria = ''] = await here.insert({ first_name: 'Maria', email: 'maria@reader.example' })
      await here.notify({ ...paid, customer: { email: 'maria@reader.example' } })
      const named = { description: 'Back to Maria', billing_address: { first_name: 'Maria' } }
      const back = await here.notify({ ...refund, ...named })
      await anonymiseCustomer(office.context, maria)
      const captured = await here.notify({ ...named, uid: 'late', parent_uid: 'paid', type: 'capture' })
      const last = await here.notify({ ...refund, ...named, uid: 'last', parent_uid: 'late' })
      for (const id of [back, captured, last]) {
        const [row] = await office.engine.db
          .select()
          .from(notifications)
          .where(and(eq(notifications.shopId, office.context.shop.id), eq(notifications.id, id)))
        expect(row?.body.toString()).not.toContain('first_name":"Maria')
        expect(row).toMatchObject({ keys: [], parentUid: expect.any(String), amount: expect.any(Number) })
      }
      const [row] = await office.engine.db
        .select()
        .from(notifications)
        .where(office.whereShop(notifications, eq(notifications.id, back)))
      expect(`${row?.body.toString()}${row?.description}${row?.search}`).not.toMatch(/maria/i)
    })
  })
})
