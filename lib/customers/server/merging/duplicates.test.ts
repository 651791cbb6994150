import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '@/lib/testing/opened'
import { testOffice } from '../../../testing/office'
import { samePersonOf } from './duplicates'
import { mergeCustomer } from './merge'
import { customersOf } from '../testing'

onEachEngine('customers who are the same person as another', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))

  const samePerson = async (...ids: string[]) => {
    const found = await samePersonOf(office.engine.db, office.context.shop.id, ids)
    return [...found].map(([id, group]) => [id, group.toSorted()])
  }

  it('are joined, have the same address or ID, or are so with one of them', async () => {
    const all = await here.insert(
      { email: 'one@x.example' },
      { email: 'ONE@x.example', external_id: 'id-1' },
      { external_id: 'id-1' },
      { first_name: 'Joined' },
      { first_name: 'Joined earlier' },
    )
    const [first = '', , third = '', joined = '', low = ''] = all
    const [lone = ''] = await here.insert({ email: 'lone@x.example', external_id: 'one@x.example' })
    await mergeCustomer(office.context, joined, low)
    await mergeCustomer(office.context, third, joined)
    expect(await samePerson(first, lone, low)).toEqual([
      [first, all],
      [low, all],
    ])
    expect(await samePerson()).toEqual([])
  })

  it('have no more in common than a telephone number, or what many share, or another shop', async () => {
    const shop = await office.insertShop('elsewhere')
    const elsewhere = customersOf({ ...office, context: { ...office.context, shop } })
    const [phoned = ''] = await here.insert({ phone: '+49 171 2345678', email: 'p@x.example' })
    await here.insert({ phone: '+49 171 2345678' })
    await elsewhere.insert({ email: 'p@x.example' })
    const walkIns = await here.insert(...Array.from({ length: 21 }, () => ({ email: 'cash@x.example' })))
    expect(await samePerson(phoned, ...walkIns)).toEqual([])
    const few = await here.insert(...Array.from({ length: 20 }, () => ({ email: 'few@x.example' })))
    expect(await samePerson(few[7] ?? '')).toEqual([[few[7], few]])
  })
})
