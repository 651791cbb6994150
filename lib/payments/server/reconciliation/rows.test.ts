import { expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { statementsOf } from './testing'

const day = '2026-11-05'
const at = `${day}T10:00:00.000Z`
const huge = Number.MAX_SAFE_INTEGER

onEachEngine('what rows of a statement add up to beside the rows', (kind) => {
  const office = testOffice(kind)
  const there = opened(() => statementsOf(office))
  const ours = opened(() => customersOf(office))
  const pay = (uid: string, amount: number, more: object = {}) =>
    ours.notify({
      uid,
      type: 'payment',
      status: 'successful',
      amount,
      currency: 'EUR',
      paid_at: at,
      created_at: at,
      ...more,
    })

  const file = [
    'uid;amount;currency;time;type;fee',
    `t-1;10,00;EUR;${at};payment;0,35`,
    `t-2;20,50;EUR;${at};payment;-0,40`,
    `t-3;-5,00;EUR;${at};refund;`,
    `t-4;1.000;JPY;${at};payment;36`,
    `t-5;9,00;EUR;${at};payment;none`,
    `t-6;-2,00;EUR;${at};payment;0,10`,
    `t-7;abc;EUR;${at};payment;0,05`,
    `t-8;${huge};JPY;${at};payment;1`,
    `t-9;${huge};JPY;${at};payment;1`,
  ].join('\n')
  const known = opened(async () => {
    await pay('t-1', 1000)
    await pay('t-2', 2051)
    await pay('t-3', 500, { type: 'refund', parent_uid: 't-1' })
    await pay('t-4', 1000, { currency: 'JPY' })
    await pay('t-here', 777)
    return there.reconcile(file, { types: { payment: 'payment', refund: 'refund' }, decimal: ',' })
  })

  it('is shown by kind and currency, with fees of a column', async () => {
    const { id, mapping, counts } = known
    expect(mapping.columns).toContain('fee')
    expect(counts).toMatchObject({ matched: 3, differing: 1, only_there: 5, only_here: 1 })
    const none = { count: 0, amount: '0', failed: 0 }
    expect(await there.totals(id, 'matched')).toEqual([
      line('payment', 'EUR', [1, '1000'], [1, '1000'], { count: 1, amount: '35', failed: 0 }),
      line('payment', 'JPY', [1, '1000'], [1, '1000'], { count: 1, amount: '36', failed: 0 }),
      line('refund', 'EUR', [1, '500'], [1, '500'], none),
    ])
    expect(await there.totals(id, 'differing')).toEqual([
      line('payment', 'EUR', [1, '2050'], [1, '2051'], { count: 1, amount: '-40', failed: 0 }),
    ])
    expect(await there.totals(id, 'only_here')).toEqual([line('payment', 'EUR', [0, '0'], [1, '777'], none)])
    // A payment with a minus is taken off. No sum is rounded.
    expect(await there.totals(id, 'only_there')).toEqual([
      line('payment', 'EUR', [3, '700'], [0, '0'], { count: 2, amount: '15', failed: 0 }, 1),
      line('payment', 'JPY', [2, String(2n * BigInt(huge))], [0, '0'], {
        count: 2,
        amount: '2',
        failed: 0,
      }),
    ])
  })

  it('counts a transaction here once, of however many rows it is', async () => {
    await pay('t-twice', 1000)
    const rows = [`t-twice;10,00;EUR;${at};payment`, `t-twice;10,01;EUR;${at};payment`]
    const twice = ['uid;amount;currency;time;type', ...rows].join('\n')
    const { id, counts } = await there.reconcile(twice, { types: { payment: 'payment' }, decimal: ',' })
    expect(counts).toMatchObject({ matched: 1, differing: 1 })
    const none = { count: 0, amount: '0', failed: 0 }
    expect(await there.totals(id, 'matched')).toEqual([
      line('payment', 'EUR', [1, '1000'], [1, '1000'], none),
    ])
    expect(await there.totals(id, 'differing')).toEqual([line('payment', 'EUR', [1, '1001'], [0, '0'], none)])
  })

  it('leaves out failed transactions and duplicates', async () => {
    await pay('t-paid', 1000)
    await pay('t-declined', 4000, { status: 'failed' })
    const rows = [
      `t-paid;10,00;EUR;${at};payment;successful`,
      `t-declined;40,00;EUR;${at};payment;failed`,
      `t-declined-there;50,00;EUR;${at};payment;failed`,
      `t-paid;10,00;EUR;${at};payment;successful`,
    ]
    const statement = ['uid;amount;currency;time;type;status', ...rows].join('\n')
    const { id, counts } = await there.reconcile(statement, { types: { payment: 'payment' }, decimal: ',' })
    expect(counts).toMatchObject({ repeated: 1 })
    const none = { count: 0, amount: '0', failed: 0 }
    const all = (['matched', 'differing', 'only_there', 'repeated'] as const).map((result) =>
      there.totals(id, result),
    )
    expect((await Promise.all(all)).flat()).toEqual([line('payment', 'EUR', [1, '1000'], [1, '1000'], none)])
  })

  it('includes fees of failed transactions, to match the statement’s total', async () => {
    await pay('f-paid', 1000)
    await pay('f-more', 2001)
    await pay('f-declined', 4000, { status: 'failed' })
    const rows = [
      `f-paid;10,00;EUR;${at};payment;successful;0,35`,
      `f-more;20,00;EUR;${at};payment;successful;0,40`,
      `f-declined;40,00;EUR;${at};payment;failed;0,10`,
      `f-free;40,00;EUR;${at};payment;failed;`,
      `f-unknown;50,00;EUR;${at};payment;failed;0,12`,
      `f-paid;10,00;EUR;${at};payment;successful;0,35`,
      'Total;30,00;EUR;;;;0,97',
    ]
    const statement = ['uid;amount;currency;time;type;status;fee', ...rows].join('\n')
    const { id, counts } = await there.reconcile(statement, { types: { payment: 'payment' }, decimal: ',' })
    expect(counts).toMatchObject({ repeated: 1, unread: 1 })
    const all = (['matched', 'differing', 'only_there', 'repeated', 'unread'] as const).map((result) =>
      there.totals(id, result),
    )
    const lines = (await Promise.all(all)).flat()
    expect(lines).toEqual([
      line('payment', 'EUR', [1, '1000'], [1, '1000'], { count: 2, amount: '45', failed: 1 }),
      line('payment', 'EUR', [1, '2000'], [1, '2001'], { count: 1, amount: '40', failed: 0 }),
      line('payment', 'EUR', [0, '0'], [0, '0'], { count: 1, amount: '12', failed: 1 }),
    ])
    const sumOf = (of: (one: (typeof lines)[number]) => string) =>
      lines.reduce((sum, one) => sum + BigInt(of(one)), 0n)
    expect([sumOf(({ there: sums }) => sums.amount), sumOf(({ fees }) => fees.amount)]).toEqual([3000n, 97n])
  })

  it('is exported completely, as shown', async () => {
    const { id } = known
    const [header = '', ...lines] = await there.csv(id, { result: 'only_there' })
    const names = header.split(',')
    const rows = lines.map((one) => Object.fromEntries(one.split(',').map((cell, n) => [names[n], cell])))
    expect(rows.map(({ row, uid, price, fee, currency }) => [row, uid, price, fee, currency])).toEqual([
      ['6', 't-5', '9.00', '', 'EUR'],
      ['7', 't-6', '2.00', '0.10', 'EUR'],
      ['8', 't-7', '', '0.05', 'EUR'],
      ['9', 't-8', String(huge), '1', 'JPY'],
      ['10', 't-9', String(huge), '1', 'JPY'],
    ])
    expect(rows.map(({ amount_text, problems }) => [amount_text, problems]).slice(1, 3)).toEqual([
      ['', 'sign'],
      ['abc', 'amount'],
    ])
    const differing = await there.csv(id, { result: 'differing' }, 'semicolon')
    expect(differing[1]).toContain(';20,50;EUR;-0,40;2050;')
    expect(differing[1]).toContain(';20,51;EUR;2051;')
    expect(await there.csv(id, { result: 'only_there', q: 't-8' })).toHaveLength(2)
    expect(await there.csv(id, { result: 'differing', difference: 'day' })).toHaveLength(1)
    for (const result of ['matched', 'only_here'] as const) {
      const shown = await there.rows(id, result)
      expect(await there.csv(id, { result })).toHaveLength(shown.length + 1)
    }
  })
})

type Sums = [count: number, amount: string]

const line = (
  kind: string,
  currency: string,
  [count, amount]: Sums,
  here: Sums,
  fees: object,
  unread = 0,
) => ({
  kind,
  currency,
  there: { count, amount, unread },
  here: { count: here[0], amount: here[1] },
  fees,
})
