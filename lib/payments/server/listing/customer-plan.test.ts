import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../../db/testing-engines'
import { testOffice } from '../../../testing/office'
import { payments } from '../tables'
import { whereFiltered } from './filter'

onEachEngine('the payments of a customer', (kind) => {
  const office = testOffice(kind)

  it('are looked up once, not for each payment of the shop', async () => {
    const where = await whereFiltered(office.context, { customer_id: 'cst_1', zone: 'UTC' })
    const { rows } = await office.engine.db.execute(sql`EXPLAIN SELECT 1 FROM ${payments} WHERE ${where}`)
    expect(JSON.stringify(rows)).not.toContain('SubPlan')
  })
})
