import { expect, it } from 'vitest'
import { listCardTokens } from '../../../card-tokens/server/list'
import { cardTokenListQuery } from '../../../card-tokens/schema'
import { insertCheckout, keepOf } from '../../../card-tokens/server/testing'
import { checkoutListQuery } from '../../../checkouts/schema'
import { listCheckouts } from '../../../checkouts/server/listing/list'
import { onEachEngine } from '../../../db/testing-engines'
import { notificationListQuery } from '../../../notifications/schema'
import { listNotifications } from '../../../notifications/server/reading/list'
import { readNotificationDetail } from '../../../notifications/server/reading/read'
import { readPaymentDetail } from '../../../payments/server/detail/detail'
import { paymentListQuery } from '../../../payments/list'
import { listPayments } from '../../../payments/server/listing/list'
import { testOffice } from '../../../testing/office'
import { customersOf } from '../testing'
import { mergeCustomer, unmergeCustomer } from './merge'

onEachEngine('the lists of a customer', (kind) => {
  const office = testOffice(kind)

  it('have what belongs to those merged into it, however far', async () => {
    const { context } = office
    const here = customersOf(office)
    const emails = ['kept@reader.example', 'other@reader.example', 'third@reader.example']
    const [kept = '', other = '', third = ''] = await here.insert(...emails.map((email) => ({ email })))
    for (const [at, email] of emails.entries()) {
      const customerId = [kept, other, third][at]
      await here.notify({ customer: { email } })
      await insertCheckout(context, {}, { customerId })
      await keepOf(context, {}, { customerId })
    }
    const counts = async (id: string) => {
      const by = { customer_id: id }
      const lists = await Promise.all([
        listPayments(context, paymentListQuery.parse(by)),
        listNotifications(context, notificationListQuery.parse(by)),
        listCheckouts(context, checkoutListQuery.parse(by)),
        listCardTokens(context, cardTokenListQuery.parse(by)),
      ])
      return lists.map(({ items }) => items.length)
    }
    expect(await counts(kept)).toEqual([1, 1, 1, 1])
    await mergeCustomer(context, other, third)
    await mergeCustomer(context, kept, other)
    expect(await counts(kept)).toEqual([3, 3, 3, 3])
    expect(await counts(other)).toEqual([2, 2, 2, 2])
    await unmergeCustomer(context, kept, other)
    expect(await counts(kept)).toEqual([1, 1, 1, 1])
  })

  it('name the customer who is left, however far others were merged into them', async () => {
    const { context } = office
    const here = customersOf(office)
    const names = ['Kept', 'Other', 'Third']
    const [kept = '', other = '', third = ''] = await here.insert(
      ...names.map((first_name) => ({ first_name, email: `${first_name}@named.example` })),
    )
    const id = await here.notify({ uid: 'uid-named', customer: { email: 'Third@named.example' } })
    const named = async () => {
      const { items } = await listPayments(context, paymentListQuery.parse({ customer_id: third }))
      const { customers } = await readPaymentDetail(context, 'uid-named')
      const notification = await readNotificationDetail(context, id)
      return [items[0]?.customer, ...customers, ...notification.customers].map((one) => [one?.id, one?.name])
    }
    const expectNamed = async (one: string, name: string) =>
      expect(await named()).toEqual([
        [one, name],
        [one, name],
        [one, name],
      ])
    await expectNamed(third, 'Third')
    await mergeCustomer(context, other, third)
    await mergeCustomer(context, kept, other)
    await expectNamed(kept, 'Kept')
    await unmergeCustomer(context, kept, other)
    await expectNamed(other, 'Other')
  })
})
