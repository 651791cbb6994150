import { beforeAll, expect, it } from 'vitest'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import type { RowResult } from '../../reconciliation/statement'
import { paymentListQuery } from '../../list'
import { paymentReportQuery } from '../../report'
import { randomNumbers } from '../../../../scripts/lib/random-numbers.mjs'
import { compareText } from '../ledger/transaction'
import { listPayments } from '../listing/list'
import { paymentReportOf } from '../report/report'
import { statementsOf } from './testing'

type Line = {
  uid: string
  order: string
  /** Minor units of euros. Negative: money back. */
  amount: number
  at: Date
}
type Planted = Line & {
  here: boolean
  result: RowResult
  difference?: string
  reported?: object
  repeats?: boolean
}

const kinds = [
  'same', 'same', 'same', 'same', 'lost', 'only_here', 'other_amount', 'declined_here', 'other_day', 'no_uid',
  'nothing_but_amount', 'repeated', 'refund', 'lost_refund', 'same_order_one_lost',
] as const // prettier-ignore

/** Payments of November whose differences from their statement are known. */
function plant(seed: number, count: number): Planted[] {
  const random = randomNumbers(seed)
  const planted: Planted[] = []
  for (let n = 0; n < count; n++) {
    const kind = kinds[n % kinds.length] ?? 'same'
    const at = new Date(Date.parse('2026-11-03T00:00Z') + Math.floor(random() * 18 * 86_400_000))
    // The amount is unlike that of any other payment.
    const line = { uid: `u-${seed}-${n}`, order: `O-${seed}-${n}`, amount: 1000 + n * 7, at }
    const add = (result: RowResult, more: Partial<Planted> = {}) =>
      planted.push({ ...line, here: true, result, ...more })
    if (kind === 'same') add('matched')
    if (kind === 'repeated') add('matched', { repeats: true })
    if (kind === 'lost') add('only_there', { here: false })
    if (kind === 'only_here') add('only_here')
    if (kind === 'other_amount')
      add('differing', { difference: 'amount', reported: { amount: line.amount + 1 } })
    if (kind === 'declined_here') add('differing', { difference: 'status', reported: { status: 'failed' } })
    if (kind === 'other_day') {
      const other = new Date(at.valueOf() + 5 * 86_400_000).toISOString()
      add('differing', { difference: 'day', reported: { paid_at: other, created_at: other } })
    }
    if (kind === 'no_uid') add('matched', { uid: '', reported: { uid: line.uid } })
    if (kind === 'nothing_but_amount') add('matched', { uid: '', order: '', reported: { uid: line.uid } })
    if (kind === 'refund') add('matched', { amount: -line.amount })
    if (kind === 'lost_refund') add('only_there', { amount: -line.amount, here: false })
    if (kind === 'same_order_one_lost') {
      add('matched')
      add('only_there', { uid: `${line.uid}-again`, here: false })
    }
  }
  return planted.toSorted((one, other) => (one.uid + one.order < other.uid + other.order ? -1 : 1))
}

const inStatement = (planted: readonly Planted[]) => planted.filter(({ result }) => result !== 'only_here')

const major = (minor: number) => (minor / 100).toFixed(2)
const german = (at: Date) =>
  new Intl.DateTimeFormat('de-DE', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'Europe/Berlin',
  }).format(at)

/** The same statement in the ways that providers write it. */
const formats: Record<string, (planted: readonly Planted[]) => Buffer> = {
  'commas, ISO times and UTF-8': (planted) => {
    const lines = planted.flatMap(({ uid, order, amount, at, repeats }) => {
      const line = `${uid},${order},${major(amount)},EUR,${at.toISOString()},Maria Keller`
      return repeats ? [line, line] : [line]
    })
    return Buffer.from(
      ['uid,order_id,amount,currency,paid_at,name', ...lines, 'Total,,123.45,USD,,'].join('\n'),
    )
  },
  'semicolons, decimal commas, local times and Windows-1252': (planted) => {
    const lines = planted.flatMap(({ uid, order, amount, at, repeats }) => {
      const line = `"${uid}";${order};${major(amount).replace('.', ',')};${german(at)};Jürgen Müller`
      return repeats ? [line, line] : [line]
    })
    const text = ['UID;Bestellnummer;Betrag (EUR);Datum;Käufer', ...lines, 'Summe;;123,45;;'].join('\r\n')
    return Buffer.from(text, 'latin1')
  },
  'tabs, minor units, types and UTF-16': (planted) => {
    const lines = planted.flatMap(({ uid, order, amount, at, repeats }) => {
      const line = `${uid}\t${order}\t${Math.abs(amount)}\teur\t${at.toISOString()}\t${amount < 0 ? 'Refund' : 'Sale'}`
      return repeats ? [line, line] : [line]
    })
    const text = ['Transaction UID\tOrder\tamount_minor\tCurrency\tDate\tType', ...lines].join('\n')
    return Buffer.from(`\ufeff${text}\n`, 'utf16le')
  },
}

onEachEngine('a statement with planted differences', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const there = opened(() => statementsOf(office))
  const planted = plant(3, 45)
  const period = { from: '2026-11-01', to: '2026-11-30', zone: 'Europe/Berlin' }

  const report = () =>
    paymentReportOf(
      office.context,
      paymentReportQuery.parse({ from: '2026-11-01', to: '2026-11-30', by: 'month' }),
    )
  const list = async (query: object) =>
    (await listPayments(office.context, paymentListQuery.parse({ limit: '200', ...query }))).items

  beforeAll(async () => {
    for (const { uid, order, amount, at, here: isHere, reported } of planted) {
      if (!isHere) continue
      const time = { paid_at: at.toISOString(), created_at: at.toISOString() }
      const type = amount < 0 ? 'refund' : 'payment'
      await here.notify({
        uid,
        type,
        amount: Math.abs(amount),
        tracking_id: order || null,
        ...time,
        ...reported,
      })
    }
    // Kept apart: a test in a live shop, and a currency of which the statement has none.
    const time = { paid_at: '2026-11-10T10:00:00Z', created_at: '2026-11-10T10:00:00Z' }
    await here.notify({ uid: 'a-test', test: true, ...time })
    await here.notify({ uid: 'in-dollars', currency: 'USD', ...time })
    // Outside of the period.
    await here.notify({
      uid: 'earlier',
      paid_at: '2026-10-20T10:00:00Z',
      created_at: '2026-10-20T10:00:00Z',
    })
  })

  const expected = () => {
    const of = (result: RowResult) => planted.filter((one) => one.result === result).length
    const repeated = planted.filter(({ repeats }) => repeats).length
    return { matched: of('matched'), differing: of('differing'), only_there: of('only_there'), only_here: of('only_here'), repeated } // prettier-ignore
  }

  it.each(Object.entries(formats))('is compared the same in %s', async (name, write) => {
    const run = await there.reconcile(write(inStatement(planted)), period)
    expect(run).toMatchObject({ state: 'matched', failure: null, from: '2026-11-01', to: '2026-11-30' })
    expect(run.counts).toMatchObject({
      ...expected(),
      unread: name.startsWith('tabs') ? 0 : 1,
      recordable: expected().only_there,
      tests: 1,
      other_currencies: 1,
    })
    for (const result of ['matched', 'differing', 'only_there', 'only_here'] as const) {
      const rows = await there.rows(run.id, result)
      const found = rows.map((row) => [row.here?.uid ?? row.there?.uid ?? '', row.differences[0]].join())
      const truth = planted
        .filter((one) => one.result === result)
        .map(({ uid, difference }) => [uid, difference].join())
      expect(found.toSorted(compareText)).toEqual(truth.toSorted(compareText))
    }
    expect(JSON.stringify(run)).not.toMatch(/Keller|Müller/)
  })

  it('is recorded, graded, counted and taken back', async () => {
    const before = await report()
    const run = await there.reconcile(
      formats['commas, ISO times and UTF-8']?.(inStatement(planted)) ?? '',
      period,
    )
    const lost = planted.filter(({ here: isHere }) => !isHere)
    const paid = lost.filter(({ amount }) => amount > 0)
    const sum = paid.reduce((total, { amount }) => total + amount, 0)

    const recorded = await there.record(run.id)
    expect(recorded).toMatchObject({ state: 'recorded', counts: { recorded: lost.length, recordable: 0 } })
    const graded = await list({ evidence: 'statement' })
    expect(graded.map(({ uid }) => uid).toSorted(compareText)).toEqual(
      lost.map(({ uid }) => uid).toSorted(compareText),
    )
    expect(graded.find(({ uid }) => uid === paid[0]?.uid)).toMatchObject({
      authenticity: 'statement',
      state: 'paid',
      paid: paid[0]?.amount,
      tracking_id: paid[0]?.order,
      notification_id: null,
      steps: [{ reconciliation_id: run.id }],
    })
    expect(await list({ q: paid[0]?.uid })).toMatchObject([{ uid: paid[0]?.uid }])
    expect(await list({ q: paid[0]?.order })).toContainEqual(expect.objectContaining({ uid: paid[0]?.uid }))
    const euros = (of: typeof before) => of.currencies.find(({ currency }) => currency === 'EUR')?.total
    expect(Number(euros(await report())?.paid) - Number(euros(before)?.paid)).toBe(sum)

    expect((await report()).from_statements).toEqual([
      { currency: 'EUR', payments: paid.length, paid: String(sum) },
    ])

    // A second run of the same file finds them here, and records nothing again.
    const again = await there.reconcile(
      formats['commas, ISO times and UTF-8']?.(inStatement(planted)) ?? '',
      period,
    )
    expect(again.counts).toMatchObject({ only_there: 0, matched: expected().matched + lost.length })
    expect(again.same_file.map(({ id }) => id)).toContain(run.id)
    expect(again.withdrawn).toBe(0)
    await expect(there.record(again.id)).rejects.toMatchObject({ code: 'conflict' })

    // The lost notification arrives after all: one payment, counted once, and no longer of the statement.
    const [late] = paid
    await here.notify({ uid: late?.uid, amount: late?.amount, paid_at: late?.at.toISOString(), created_at: late?.at.toISOString() }) // prettier-ignore
    expect(await list({ q: late?.uid })).toMatchObject([{ uid: late?.uid, authenticity: 'signature' }])
    expect(Number(euros(await report())?.paid) - Number(euros(before)?.paid)).toBe(sum)

    expect(await there.undo(run.id)).toMatchObject({ state: 'undone', undone_by: 'owner', withdrawn: 0 })
    expect((await there.read(again.id)).withdrawn).toBe(lost.length - 1)
    expect(await list({ evidence: 'statement' })).toEqual([])
    expect(Number(euros(await report())?.paid) - Number(euros(before)?.paid)).toBe(late?.amount)
    expect(await there.rows(run.id, 'only_there')).toHaveLength(lost.length)
    await expect(there.undo(run.id)).rejects.toMatchObject({ code: 'conflict' })
  })
})
