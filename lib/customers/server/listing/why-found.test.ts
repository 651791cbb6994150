import { beforeAll, expect, it } from 'vitest'
import type { Role } from '../../../core/permissions'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { listCustomers } from './list'
import { mergeCustomer } from '../merging/merge'
import { customersOf } from '../testing'

onEachEngine('a list of customers searched', (kind) => {
  const office = testOffice(kind)
  const ids: string[] = []
  beforeAll(async () => {
    const here = customersOf(office)
    await here.synced()
    ids.push(
        ...(await here.insert(
          { first_name: 'Maria', last_name: 'Keller', email: 'maria@x.example', phone: '+49 151 2345678', ip: '192.0.2.7' },
          { first_name: 'M.', last_name: 'Keller-Brandt', email: 'mkb@x.example', ip: '192.0.2.8' },
        )),
      ) // prettier-ignore
    await here.notify({
      amount: 6490,
      customer: { email: 'maria@x.example' },
      credit_card: { last_4: '4477' },
    })
    await here.notify({ amount: 990, uid: 'whyfound-990', customer: { email: 'maria@x.example' } })
    await mergeCustomer(office.context, ids[1] ?? '', ids[0] ?? '')
  })

  const find = async (q: string | undefined, role: Role) => {
    const { actor } = office.context
    const context = { ...office.context, actor: { ...actor, role } }
    return (await listCustomers(context, { q, sort: q ? 'relevance' : '-created_at', limit: 50 })).items
  }

  it.each<[string, Role, string[]]>([
    ['keller-brandt', 'support', []],
    ['mkb@x.example', 'support', ['email']],
    ['mkb@x.example', 'manager', []],
    ['192.0.2.8', 'support', ['ip']],
    ['maria@x.example', 'manager', ['merged']],
    ['4477', 'support', ['merged']],
    ['keler-brandt', 'support', ['similar']],
  ])('says in words why “%s” found somebody, to %s', async (q, role, expected) =>
    expect((await find(q, role)).map(({ id, found_by }) => [id, found_by])).toEqual([[ids[1], expected]]),
  )

  it('shows the last payment, including merged customers, and its state', async () => {
    const lastPayment = async () => (await find(undefined, 'support')).map((found) => found.last_payment)
    const paid = { amount: 990, currency: 'EUR', state: 'paid', difference: null, test: null }
    expect(await lastPayment()).toEqual([paid])
    await customersOf(office).notify({
      type: 'refund',
      parent_uid: 'whyfound-990',
      amount: 990,
      customer: { email: 'maria@x.example' },
    })
    expect(await lastPayment()).toEqual([{ ...paid, state: 'refunded' }])
  })
})
