import { beforeAll, expect, it } from 'vitest'
import { customersOf } from '../../../../customers/server/testing'
import { onEachEngine } from '../../../../db/testing-engines'
import { opened } from '../../../../testing/opened'
import { testOffice } from '../../../../testing/office'
import { readReconciliation } from '../read'
import { reconciliationRows, reconciliations, statementMappings } from '../tables'
import { statementsOf } from '../testing'

const card = '4111 1111 1111 1111'
const email = 'maria.keller@reader.example'
const at = '2026-11-10T10:00:00Z'

onEachEngine('a statement with card numbers and contacts in its cells', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const there = opened(() => statementsOf(office))
  const program = () => ({
    ...office.context,
    actor: { ...office.context.actor, scopes: ['payments.reconcile', 'payments.export'] as const },
  })

  const stored = async () => {
    const tables = [reconciliations, reconciliationRows, statementMappings]
    const rows = await Promise.all(
      tables.map((table) => office.engine.db.select().from(table).where(office.whereShop(table))),
    )
    return JSON.stringify(rows)
  }

  beforeAll(async () => {
    // As it is stored when it arrives.
    await here.notify({ uid: 'ours', amount: 1000, tracking_id: '••••1111', paid_at: at })
  })

  it('keeps no card number of a header, a type or a tracking ID, and finds the payment anyway', async () => {
    const columns = ['tracking_id', 'amount', null, 'type', 'time'] as const
    const header = `order,sum (EUR),${card},what,when`
    const file = `${header}\n4111111111111111,10.00,x,${card},${at}\nother,11.00,x,Sale,${at}`
    const run = await there.reconcile(file, {
      columns: [...columns],
      types: { [card]: 'payment', sale: 'payment' },
    })
    expect(run).toMatchObject({
      counts: { matched: 1, only_there: 1 },
      format: { header: ['order', 'sum (EUR)', '••••1111', 'what', 'when'] },
      mapping: { types: { '••••1111': 'payment', sale: 'payment' } },
    })
    expect(await stored()).not.toMatch(/4111 ?1111/)
    expect(await there.preview(`${header}\nmore,12.00,x,Sale,${at}`)).toMatchObject({ remembered: true })
  })

  it('shows a program no contacts that stood in place of an amount or a UID', async () => {
    const long = `${'x'.repeat(50)} ${email}`
    const lines = ['uid,amount,currency,paid_at', `a,${email},EUR,${at}`, `b,"${long}",EUR,${at}`]
    const { id } = await there.reconcile([...lines, `${email},1.00,EUR,${at}`].join('\n'))
    const asked = statementsOf({ ...office, context: program() })
    const rows = await asked.rows(id, 'only_there')
    expect(rows.map((row) => [row.there?.uid, row.there?.amount_text])).toEqual([
      ['a', 'm•••@reader.example'],
      ['b', `${'x'.repeat(50)} `],
      ['m•••@reader.example', null],
    ])
    expect((await asked.csv(id, { result: 'only_there' })).join('\n')).not.toContain('maria')
    expect((await there.rows(id, 'only_there'))[0]?.there?.amount_text).toBe(email)
    expect(await readReconciliation(program(), id)).toMatchObject({ counts: { only_there: 3 } })
  })
})
