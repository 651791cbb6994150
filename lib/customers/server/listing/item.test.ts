import { beforeAll, expect, it } from 'vitest'
import type { ActorContext } from '../../../core/server/context'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { customerChange, customerListQuery } from '../../schema'
import { addNote, changeCustomer } from '../create'
import { customerDetail } from '../reading/read'
import { customersOf } from '../testing'
import { choicesOf } from './choices'
import { listCustomers } from './list'

const email = 'maria.keller@mail.example'
const [hidden, masked] = [`VIP ${email}`, 'VIP m•••@mail.example']

onEachEngine('labels and notes that hold contacts, for people who see those masked', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  let support: ActorContext
  let [maria, other, elsewhere] = ['', '', '']
  beforeAll(async () => {
    await here.synced()
    support = {
      ...office.context,
      actor: await office.insertPerson(office.context.shop.id, 'support'),
    }
    ;[maria = '', other = ''] = await here.insert({ first_name: 'Maria' }, { first_name: 'Otto' })
    const shop = await office.insertShop('elsewhere')
    const there = { ...office.context, shop }
    ;[elsewhere = ''] = await customersOf({ ...office, context: there }).insert({ first_name: 'Eve' })
    await changeCustomer(there, elsewhere, { labels: [hidden, 'VIP m.k@mail.example'] })
  })

  const labelsOf = async (id: string, context = office.context) => (await customerDetail(context, id)).labels
  const found = async (query: Record<string, unknown>, context = support) =>
    (await listCustomers(context, customerListQuery.parse(query))).items.map(({ id }) => id)

  it('are chosen, filtered and kept by what is shown of them', async () => {
    await changeCustomer(office.context, maria, { labels: [hidden, 'late'] })
    await changeCustomer(office.context, other, { labels: ['late'] })
    expect(await labelsOf(maria, support)).toEqual([masked, 'late'])
    expect((await choicesOf(support)).labels).toEqual(['late', masked])
    expect((await choicesOf(office.context)).labels).toEqual(['late', hidden])
    expect(await found({ label: masked })).toEqual([maria])
    expect(await found({ label: `${masked},late` })).toEqual(expect.arrayContaining([maria, other]))
    expect(await found({ label: 'none' })).toEqual([])
    expect(await found({ label: masked }, office.context)).toEqual([])
  })

  it('tell nobody by a filter which of the addresses with the same mask it is', async () => {
    await changeCustomer(office.context, maria, { labels: [hidden] })
    for (const guess of [hidden, 'VIP martin@mail.example'])
      expect(await found({ label: guess })).toEqual([maria])
    expect(await found({ label: 'VIP otto@mail.example' })).toEqual([])
  })

  it('stay whole when somebody changes the others, and go by their mask', async () => {
    await changeCustomer(office.context, maria, { labels: [hidden, 'VIP m.k@mail.example', 'late'] })
    expect(await labelsOf(maria, support)).toEqual([masked, 'late'])
    await changeCustomer(support, maria, { labels: [masked, 'new'] })
    expect(await labelsOf(maria)).toEqual([hidden, 'VIP m.k@mail.example', 'new'])
    await changeCustomer(support, maria, { added_labels: [masked] })
    expect(await labelsOf(maria)).toHaveLength(3)
    await changeCustomer(support, maria, { removed_labels: [masked] })
    expect(await labelsOf(maria)).toEqual(['new'])
  })

  it('are not taken over by their mask, and go by it however long it is', async () => {
    const long = `b@${'x'.repeat(30)}.example`
    await changeCustomer(office.context, maria, { labels: [hidden, long] })
    await changeCustomer(office.context, other, { labels: [] })
    const [, shownLong = ''] = await labelsOf(maria, support)
    expect(shownLong).toBe(`b•••@${'x'.repeat(30)}.example`)
    for (const label of [masked, 'x'.repeat(41)])
      await expect(changeCustomer(support, other, { added_labels: [label] })).rejects.toMatchObject({
        errors: { added_labels: [expect.any(String)] },
      })
    expect(customerListQuery.parse({ label: shownLong }).label).toEqual([shownLong])
    await changeCustomer(support, maria, customerChange.parse({ removed_labels: [shownLong] }))
    expect(await labelsOf(maria)).toEqual([hidden])
  })

  it('are never more than a customer may have', async () => {
    const many = Array.from({ length: 18 }, (_, at) => `label ${at}`)
    await changeCustomer(office.context, maria, { labels: [hidden, 'VIP m.k@mail.example', ...many] })
    const given = [masked, ...many, 'one more']
    await expect(changeCustomer(support, maria, { labels: given })).rejects.toMatchObject({
      errors: { labels: [expect.any(String)] },
    })
    await changeCustomer(support, maria, { labels: [masked, ...many] })
    expect(await labelsOf(maria)).toHaveLength(20)
  })

  it('are found by no search', async () => {
    await changeCustomer(office.context, maria, { labels: [hidden] })
    await addNote(office.context, maria, { text: `Prefers ${email}` })
    for (const q of [email, 'keller', 'prefers', 'VIP'])
      for (const context of [support, office.context])
        expect([q, await found({ q }, context)]).toEqual([q, []])
  })
})
