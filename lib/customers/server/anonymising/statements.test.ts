import { asc, eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { activity } from '../../../core/server/tables/requests'
import { onEachEngine } from '../../../db/testing-engines'
import {
  reconciliationRows,
  reconciliations,
  statementMappings,
} from '../../../payments/server/reconciliation/tables'
import { statementsOf } from '../../../payments/server/reconciliation/testing'
import { testOffice } from '../../../testing/office'
import { opened } from '../../../testing/opened'
import { customersOf } from '../testing'
import { anonymiseCustomer } from './anonymise'

const maria = {
  first_name: 'Maria',
  last_name: 'Kellermann',
  phone: '+49 171 2345678',
  email: 'maria.kellermann@reader.example',
  external_id: 'reader-118',
}
const personal = /kellermann|2345678/i

onEachEngine('statements that name a customer who is anonymised', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const statements = opened(() => statementsOf(office))
  beforeAll(() => here.synced())

  const trackingIds = async () => {
    const rows = await office.engine.db
      .select()
      .from(reconciliationRows)
      .where(office.whereShop(reconciliationRows))
      .orderBy(asc(reconciliationRows.position))
    return Object.fromEntries(rows.map((row) => [row.uid ?? 'without', row.trackingId]))
  }

  it('keep its UID, amount and file, and no name', async () => {
    const { db } = office.engine
    const [id = ''] = await here.insert(maria, { email: 'friend@x.example', first_name: 'Friend' })
    const at = '2026-11-20T10:00:00Z'
    const told = { amount: 900, created_at: at, paid_at: at }
    await here.notify({ ...told, uid: 'u-own', tracking_id: 'order-7', customer: { email: maria.email } })
    await here.notify({ ...told, uid: 'u-other', tracking_id: 'x', customer: { email: 'friend@x.example' } })
    const line = (uid: string, order: string) => `${uid},"${order}",9.00,EUR,${at},payment`
    const file = [
      'uid,order_id,amount,currency,paid_at,type',
      line('u-own', 'order-7; reader-118'),
      line('u-other', 'reader-118'),
      line('', 'Maria Kellermann'),
      line('u-id', 'reader-118'),
      line('u-phone', 'call +49 (171) 2345678'),
      line('u-mail', `for ${maria.email.toUpperCase()}`),
      line('u-words', 'kellermann_maria'),
      line('u-first', 'Maria'),
    ].join('\n')
    const run = await statements.reconcile(file)
    const [named] = await db
      .update(reconciliations)
      .set({
        fileName: 'Maria_Kellermann.csv',
        format: { ...run.format, header: ['uid', maria.email] },
        mapping: { ...run.mapping, types: { payment: 'payment', [`for ${maria.email}`]: null } },
        missingReason: 'Ask Maria Kellermann',
      })
      .where(office.whereShop(reconciliations))
      .returning()
    await db
      .update(statementMappings)
      .set({ mapping: named!.mapping })
      .where(office.whereShop(statementMappings))
    const said = { action: 'reconciliation.said_missing', subject: run.id }
    await db
      .insert(activity)
      .values({ ...said, id: crypto.randomUUID(), shopId: office.context.shop.id, detail: { reason: 'Ask Maria Kellermann' } }) // prettier-ignore

    await anonymiseCustomer(office.context, id)

    expect(await trackingIds()).toEqual({
      'u-own': 'order-7;•••',
      'u-other': 'reader-118',
      without: null,
      'u-id': null,
      'u-phone': 'call •••',
      'u-mail': 'for •••',
      'u-words': '•••_•••',
      'u-first': 'Maria',
    })
    const [after] = await db.select().from(reconciliations).where(office.whereShop(reconciliations))
    expect(after).toMatchObject({
      fileName: '•••_•••.csv',
      fileHash: run.file_hash,
      format: { header: ['uid', '•••'] },
      mapping: { columns: run.mapping.columns, types: { payment: 'payment', 'for •••': null } },
      missingReason: 'Ask •••',
      counts: run.counts,
    })
    const mappings = await db.select().from(statementMappings).where(office.whereShop(statementMappings))
    expect(JSON.stringify(mappings)).not.toMatch(personal)
    const entries = await db.select().from(activity).where(eq(activity.action, said.action))
    expect(entries).toMatchObject([{ subject: run.id, detail: {} }])
    // The same statement is recognised, and its rows find their payments.
    const again = await statements.reconcile(file)
    expect(again.same_file).toMatchObject([{ id: run.id }])
    expect(again.counts).toEqual(run.counts)
  })
})
