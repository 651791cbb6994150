import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { payments } from '../tables'
import { whereFiltered } from './filter'

onEachEngine('payments', (kind) => {
  const office = testOffice(kind)

  it.each([
    ['of a customer', { customer_id: 'cst_1' }],
    ['whose transactions count', { counted: 'paid' as const }],
  ])('%s are found without a look-up of all for each payment of the shop', async (_name, filters) => {
    const where = await whereFiltered(office.context, { ...filters, zone: 'UTC' })
    const { rows } = await office.engine.db.execute(sql`EXPLAIN SELECT 1 FROM ${payments} WHERE ${where}`)
    expect(JSON.stringify(rows)).not.toContain('SubPlan')
  })
})
