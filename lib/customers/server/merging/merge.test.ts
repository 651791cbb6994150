import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { customerListQuery } from '../../schema'
import { listCustomers } from '../listing/list'
import { customerDetail } from '../reading/read'
import { mergeCustomer, unmergeCustomer } from './merge'
import { customers } from '../tables'
import { customersOf } from '../testing'

onEachEngine('customers who are joined one after the other', (kind) => {
  const office = testOffice(kind)
  let here: ReturnType<typeof customersOf>
  beforeAll(async () => {
    here = customersOf(office)
    await here.synced()
  })

  const found = async (q: string) => {
    const { items } = await listCustomers(office.context, customerListQuery.parse({ q }))
    return items.map(({ id }) => id)
  }

  it('leave no data in between when a merge at the top is undone', async () => {
    const { context, engine } = office
    const [top = '', middle = '', low = ''] = await here.insert(
      { first_name: 'Top' },
      { first_name: 'Middle' },
      { first_name: 'Lowest', email: 'lowest@x.example' },
    )
    await here.notify({ customer: { email: 'lowest@x.example' }, credit_card: { last_4: '7391' } })
    await mergeCustomer(context, middle, low)
    await mergeCustomer(context, top, middle)
    expect(await found('lowest@x.example')).toEqual([top])
    await unmergeCustomer(context, top, low)
    expect(await found('lowest@x.example')).toEqual([low])
    expect(await found('7391')).toEqual([low])
    const [row] = await engine.db
      .select()
      .from(customers)
      .where(office.whereShop(customers, eq(customers.id, middle)))
    expect(row).toMatchObject({ extra: '', lastPaidAt: null, mergedInto: top })
    await unmergeCustomer(context, top, middle)
    expect(await found('lowest@x.example')).toEqual([low])
  })

  it('are a duplicate of others by the one that is left, and none of each other', async () => {
    const { context } = office
    const email = 'same@x.example'
    const [top = '', middle = '', low = '', lone = ''] = await here.insert(
      { first_name: 'Top', phone: '+49 171 7654321' },
      { email },
      { email, external_id: 'same-1' },
      { email, external_id: 'same-1', phone: '+49 171 7654321' },
    )
    const shop = await office.insertShop('elsewhere')
    const elsewhere = { ...context, shop }
    await customersOf({ ...office, context: elsewhere }).insert({ id: top, email }, { id: low, email })
    await mergeCustomer(elsewhere, low, top)
    await mergeCustomer(context, middle, low)
    await mergeCustomer(context, top, middle)
    const duplicatesOf = async (id: string) =>
      (await customerDetail(context, id)).duplicates.map((one) => [one.id, one.reasons])
    expect(await duplicatesOf(lone)).toEqual([[top, ['email', 'phone', 'external_id']]])
    for (const id of [top, middle, low]) expect(await duplicatesOf(id)).toEqual([[lone, expect.any(Array)]])
    await mergeCustomer(context, top, lone)
    for (const id of [top, middle, low, lone]) expect(await duplicatesOf(id)).toEqual([])
  })
})
