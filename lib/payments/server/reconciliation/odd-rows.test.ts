import { expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { statementsOf } from './testing'

onEachEngine('a statement with odd rows', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const there = opened(() => statementsOf(office))
  const header = 'uid,order_id,amount,currency,paid_at,type,status'
  const at = '2026-11-10T10:00:00Z'
  const known = (uid: string) => here.notify({ uid, amount: 1000, paid_at: at, created_at: at })

  it('takes no amount from a row with more cells than the header, as a separator has cut one', async () => {
    await known('comma')
    const lines = ['comma,10,00', 'lost-comma,12,50', 'lost-empty,7.00,,']
    const run = await there.reconcile(['uid,amount', ...lines].join('\n'), { currency: 'EUR' })
    expect(await there.rows(run.id, 'differing')).toMatchObject([
      { there: { uid: 'comma', amount: null }, differences: ['amount_unknown'], problems: ['too_long'] },
    ])
    expect(await there.rows(run.id, 'only_there')).toMatchObject([
      { there: { uid: 'lost-comma', amount: null }, problems: expect.arrayContaining(['too_long']) },
      { there: { uid: 'lost-empty', amount: 700 } },
    ])
  })

  it('says of a row with more cells than the header that it has, whatever cells moved into its columns', async () => {
    const lines = ['moved,Order 1, Fee,Sale,12.50', ',Order 2, gift,Sale,12.50', 'fine,Order 3,Fee,1.50']
    const run = await there.reconcile(['uid,description,type,amount', ...lines].join('\n'), {
      columns: ['uid', null, 'type', 'amount'],
      types: { sale: 'payment', fee: null },
      currency: 'EUR',
    })
    expect(await there.rows(run.id, 'only_there')).toMatchObject([
      { position: 2, there: { uid: 'moved', amount: null }, problems: expect.arrayContaining(['too_long']) },
    ])
    expect(
      (await there.rows(run.id, 'unread')).map(({ position, problems }) => [position, problems]),
    ).toEqual([
      [3, ['no_reference', 'too_long']],
      [4, ['type']],
    ])
  })

  it('has no payment in a header that is repeated', async () => {
    const untyped = 'uid,amount,currency,paid_at'
    const line = (uid: string) => `${uid},10.00,EUR,${at}`
    const lines = [untyped, line('month-1'), untyped, line('month-2'), `\ufeff${untyped}`]
    const run = await there.reconcile(lines.join('\n'))
    expect(run.counts).toMatchObject({ only_there: 2, unread: 2 })
  })

  it('says nothing of the sign of an amount that it cannot read', async () => {
    const line = (uid: string, amount: string) => `${uid},,${amount},EUR,${at},refund,paid`
    const typed = await there.reconcile(
      [header, line('back-1', '-1.00'), line('back-2', ''), line('back-3', '1.001')].join('\n'),
    )
    expect(
      (await there.rows(typed.id, 'only_there')).map(({ problems }) => problems.includes('sign')),
    ).toEqual([false, false, false])
    const amounts = ['(1.001)', '€-1.001', '1.001-', '-A$1.001', 'N/A (pending)', 'x-charge 12.50']
    const untyped = ['uid,amount,currency', ...amounts.map((amount, n) => `odd-${n},${amount},EUR`)]
    const { id } = await there.reconcile(untyped.join('\n'))
    expect((await there.rows(id, 'only_there')).map((row) => row.there?.type)).toEqual([
      ...Array.from({ length: 4 }, () => 'refund'),
      'payment',
      'payment',
    ])
  })

  it('is previewed at once also with the longest cell', async () => {
    const { undecided, sample } = await there.preview(`uid,amount (EUR)\na,.${'1'.repeat(200_000)}a1`)
    expect([undecided, sample[0]?.[1]?.length]).toEqual([[], 200])
  })

  it('adds up on each side what that side takes for no test', async () => {
    await here.notify({ uid: 'test-here', test: true, amount: 1000, paid_at: at, created_at: at })
    await known('test-there')
    const lines = [`test-here,10.00,EUR,${at},live`, `test-there,10.00,EUR,${at},test`]
    const run = await there.reconcile(['uid,amount,currency,paid_at,mode', ...lines].join('\n'), {
      columns: ['uid', 'amount', 'currency', 'time', 'test'],
    })
    expect((await there.rows(run.id, 'differing')).map((row) => row.differences)).toEqual([
      ['test'],
      ['test'],
    ])
    expect(await there.totals(run.id, 'differing')).toMatchObject([
      { there: { count: 1, amount: '1000' }, here: { count: 1, amount: '1000' } },
    ])
    const only = [`test-here,10.00,EUR,${at}`]
    const untold = await there.reconcile(['uid,amount,currency,paid_at', ...only].join('\n'))
    expect(await there.totals(untold.id, 'differing')).toMatchObject([
      { there: { count: 1, amount: '1000' }, here: { count: 0, amount: '0' } },
    ])
  })

  it('has no payment in a row that says how much an account holds', async () => {
    await known('balanced')
    const balances = [
      'Opening balance', 'Closing Balance EUR', 'Balance brought forward', 'Anfangssaldo', 'Alter Kontostand',
      'Solde initial', 'Saldo final', 'Saldo końcowe', 'Gesamtbetrag',
    ] // prettier-ignore
    const lines = [`balanced,10.00,EUR,${at}`, `Balance bike 7,10.00,EUR,${at}`]
    const run = await there.reconcile(
      [
        'uid,amount,currency,paid_at',
        ...balances.map((name) => `${name},99.00,EUR,2026-11-01`),
        ...lines,
      ].join('\n'),
    )
    expect(run).toMatchObject({ from: '2026-11-10', counts: { matched: 1, only_there: 1, recordable: 1 } })
    expect((await there.rows(run.id, 'unread')).map(({ problems }) => problems)).toEqual(
      balances.map(() => ['total']),
    )
  })
})
