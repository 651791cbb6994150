import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { onEachEngine } from '../../db/testing-engines'
import { eventually } from '../../testing/eventually'
import { testOffice } from '../../testing/office'
import { anonymiseCheckouts } from './anonymise'
import { changeTemplate, createTemplate, listTemplates } from './templates'

onEachEngine('a template of checkouts that is changed while its person is anonymised', (kind) => {
  const office = testOffice(kind)

  // The embedded database has one connection.
  it.skipIf(kind === 'embedded')('does not get the name back', async () => {
    const { db } = office.engine
    const { context } = office
    const names = { texts: ['Maria Keller'], ids: [], words: [] }
    const person = { customerIds: [], emails: [], externalIds: [], names }
    const { id } = await createTemplate(context, { name: 'Rent of Maria Keller', fields: {} })
    const { changed } = await db.transaction(async (tx) => {
      await anonymiseCheckouts(tx, context.shop.id, person)
      const waiting = changeTemplate(context, id, { fields: { order: { amount: 500 } } })
      await eventually(async () => {
        const { rows } = await db.execute(sql`SELECT 1 FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`)
        expect(rows).toHaveLength(1)
      })
      return { changed: waiting }
    })
    const after = { name: 'Rent of •••', fields: { order: { amount: 500 } } }
    expect(await changed).toMatchObject(after)
    expect((await listTemplates(context)).items).toMatchObject([after])
  })
})
