import { beforeEach, expect, it } from 'vitest'
import type { Allowance } from '../../core/permissions'
import { customers } from '../../customers/server/tables'
import { customersOf } from '../../customers/server/testing'
import { onEachEngine } from '../../db/testing-engines'
import { testOffice } from '../../testing/office'
import { askedCustomer } from './asked-customer'

onEachEngine('the customer whom a card is asked for', (kind) => {
  const office = testOffice(kind)
  beforeEach(() => office.clear(customers))
  const insert = (fields: Record<string, unknown>) => customersOf(office).insert(fields)
  const forSupport = (allowances: Allowance[]) => ({
    ...office.context,
    actor: { ...office.context.actor, role: 'support' as const, allowances },
  })

  it('is filled in, with the address that people corrected', async () => {
    const [id = ''] = await insert({ first_name: 'Maria', last_name: 'Keller', email: 'm@x.example' })
    const filled = { id, name: 'Maria Keller', email: 'm@x.example' }
    expect(await askedCustomer(office.context, id)).toEqual(filled)
    expect(await askedCustomer(forSupport(['personal_data']), id)).toEqual(filled)
    await office.engine.db
      .update(customers)
      .set({ contact: { email: 'new@x.example' } })
      .where(office.whereShop(customers))
    expect(await askedCustomer(office.context, id)).toMatchObject({ email: 'new@x.example' })
    expect(await askedCustomer(office.context, 'cst_other')).toBeNull()
  })

  it('has no address for people who see it masked, and none in the name', async () => {
    const [id = ''] = await insert({
      first_name: 'Maria',
      last_name: 'maria@reader.example',
      email: 'm@x.example',
    })
    const found = await askedCustomer(forSupport(['checkouts']), id)
    expect(found).toMatchObject({ id, email: '' })
    expect(found?.name).toMatch(/^Maria /)
    expect(JSON.stringify(found)).not.toMatch(/maria@reader|m@x/)
  })
})
