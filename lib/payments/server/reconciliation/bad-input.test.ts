import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { activity } from '../../../core/server/tables/requests'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { paymentListQuery } from '../../list'
import { listPayments } from '../listing/list'
import { statementsOf } from './testing'

onEachEngine('a statement with something wrong', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  const there = opened(() => statementsOf(office))
  const header = 'uid,order_id,amount,currency,paid_at,type,status'
  const at = '2026-11-10T10:00:00Z'
  const known = (uid: string, more: object = {}) =>
    here.notify({ uid, amount: 1000, paid_at: at, created_at: at, ...more })
  const list = async (query: object) =>
    (await listPayments(office.context, paymentListQuery.parse(query))).items

  it('is read, although the text in place of an amount is cut within a character', async () => {
    const text = `${'x'.repeat(59)}\u{1f4b6}`
    const run = await there.reconcile([header, `lost,,${text},EUR,${at},payment,paid`].join('\n'))
    expect(await there.rows(run.id, 'only_there')).toMatchObject([
      { there: { amount: null, amount_text: `${'x'.repeat(59)}\ufffd` }, problems: ['amount'] },
    ])
  })

  it('keeps no card number that stands in place of an amount', async () => {
    const run = await there.reconcile(`${header}\nlost,,4111 1111 1111 1111,EUR,${at},payment,paid`)
    const [row] = await there.rows(run.id, 'only_there')
    expect(row?.there?.amount_text).toBe('••••1111')
  })

  it('takes no amount in another currency for one in the row’s', async () => {
    await known('paid-euros')
    const lines = [
      `paid-euros,,€10.00,EUR,${at},payment,paid`,
      `lost-dollars,,10.00 USD,EUR,${at},payment,paid`,
      `lost-pounds,,£10.00,EUR,${at},payment,paid`,
      `lost-signs,,US$ 10.00,EUR,${at},payment,paid`,
      `lost-own,,EUR 10.00,EUR,${at},payment,paid`,
    ]
    const text = [header, ...lines].join('\n')
    const run = await there.reconcile(text)
    expect(run.counts).toMatchObject({ matched: 1, only_there: 4, recordable: 1 })
    const other = { amount: null, currency: 'EUR' }
    expect(await there.rows(run.id, 'only_there')).toMatchObject([
      { there: { uid: 'lost-dollars', ...other, amount_text: '10.00 USD' }, problems: ['other_currency'] },
      { there: { uid: 'lost-pounds', ...other, amount_text: '£10.00' }, problems: ['other_currency'] },
      { there: { uid: 'lost-signs', ...other, amount_text: 'US$ 10.00' }, problems: ['other_currency'] },
      { there: { uid: 'lost-own', amount: 1000 }, problems: [] },
    ])
  })

  it('shows every row with its problems, and counts each once', async () => {
    await known('right')
    await known('twice')
    await known('short')
    await known('huge')
    const lines = [
      `right,,10.00,EUR,${at},payment,paid`,
      `twice,,10.00,EUR,${at},payment,paid`,
      `twice,,11.00,EUR,${at},payment,paid`,
      'short,,1',
      `huge,,99999999999999999999.00,EUR,${at},payment,paid`,
      `lost-huge,,99999999999999999999.00,EUR,${at},payment,paid`,
      `lost-coin,,10.00,XQX,${at},payment,paid`,
      `lost-code,,10.00,Euro,${at},payment,paid`,
      `lost-comma,,"10,00",EUR,${at},payment,paid`,
      'lost-time,,10.00,EUR,last week,payment,paid',
      `lost-failed,,10.00,EUR,${at},payment,declined`,
      `lost-status,,10.00,EUR,${at},payment,Refunded`,
      `lost-word,,10.00,EUR,${at},Sale,paid`,
      `,ORDER,10.00,EUR,${at},payment,paid`,
      `lost-twice,,10.00,EUR,${at},payment,paid`,
      `lost-twice,,12.00,EUR,${at},payment,paid`,
      `lost-sent-back,,10.00,EUR,${at},refund,paid`,
      `lost-sent-back,,10.00,EUR,${at},payment,paid`,
      `lost-repeated,,10.00,EUR,${at},payment,paid`,
      `lost-repeated,,10.00,EUR,${at},payment,paid`,
      `lost-with-fee,,10.00,EUR,${at},payment,paid`,
      `lost-with-fee,,0.50,EUR,${at},Fee,paid`,
      `a-fee,,0.50,EUR,${at},Fee,paid`,
      ',,10.00,EUR,,,',
      'Total,,70.00,EUR,,,',
      'Итого,,70.00,EUR,,,',
    ]
    const { mapping } = await there.preview([header, ...lines].join('\n'))
    const types = { ...mapping.types, fee: null }
    // A word that could be guessed is not guessed: it may be below the beginning that a person has seen.
    const { sale: _unknown, ...withoutWord } = types as Record<string, null>
    const run = await there.reconcile([header, ...lines].join('\n'), { types: withoutWord })
    const { rows, matched, differing, only_there: onlyThere, repeated, unread, recordable } = run.counts
    expect(rows).toBe(lines.length)
    expect(matched + differing + onlyThere + repeated + unread).toBe(rows)
    expect(recordable).toBe(2)
    const found = await Promise.all(
      (['matched', 'differing', 'only_there', 'unread'] as const).map(async (result) =>
        (await there.rows(run.id, result)).map((row) => [
          row.there?.uid ?? '',
          ...row.differences,
          ...row.problems,
        ]),
      ),
    )
    expect(found).toEqual([
      [['right'], ['twice']],
      [
        ['twice', 'amount', 'same_uid'],
        ['short', 'amount_unknown', 'cut'],
        ['huge', 'amount_unknown', 'too_big'],
      ],
      [
        ['lost-huge', 'too_big'],
        ['lost-coin', 'unknown_currency'],
        ['lost-code', 'currency'],
        ['lost-comma', 'amount'],
        ['lost-time', 'time'],
        ['lost-failed', 'not_paid'],
        ['lost-status', 'status'],
        ['lost-word', 'type'],
        ['', 'no_uid'],
        ['lost-twice', 'same_uid'],
        ['lost-twice', 'same_uid'],
        ['lost-sent-back', 'same_uid'],
        ['lost-sent-back', 'same_uid'],
        ['lost-repeated'],
        ['lost-with-fee'],
      ],
      [
        ['lost-with-fee', 'type'],
        ['a-fee', 'type'],
        ['', 'no_reference'],
        ['Total', 'total'],
        ['Итого', 'total'],
      ],
    ])
    const [huge] = await there.rows(run.id, 'only_there')
    expect(huge?.there).toMatchObject({ amount: null, amount_text: '99999999999999999999.00' })
  })

  it('covers no day that the cut end of a file seems to name', async () => {
    const lines = ['1;20,00;EUR;28.11.2026;paid', '2;21,00;EUR;28.11.2026;paid', '3;22,00;EUR;28.11.20']
    const run = await there.reconcile(['Nr;Betrag;Währung;Datum;Status', ...lines].join('\n'))
    expect(run).toMatchObject({ from: '2026-11-28', to: '2026-11-28' })
  })

  it('takes a row for a sum of others only if it has no UID, order and time of its own', async () => {
    const ours = '1b1f7a34-3c1a-4a3e-9d52-0c6a3c5e7f10'
    await known(ours, { tracking_id: 'ORDER-1001' })
    await known('total-2', { tracking_id: 'SUM-1002' })
    const lines = [
      `SUM-1001,${ours},,10.00,EUR,${at}`,
      `Total Fitness yoga,,SUM-1002,10.00,EUR,${at}`,
      `Total,,,20.00,EUR,`,
      `Subtotal,,,20.00,EUR,2026-11-10`,
      `,Total,,20.00,EUR,`,
      `Total,,2 orders,20.00,EUR,`,
      `Total,2 transactions,,20.00,EUR,2026-11-10`,
    ]
    const file = ['article,uid,order_id,amount,currency,paid_at', ...lines].join('\n')
    const run = await there.reconcile(file, { from: '2026-11-10', to: '2026-11-10' })
    expect((await there.rows(run.id, 'matched')).map(({ position }) => position)).toEqual([2, 3])
    const unread = (await there.rows(run.id, 'unread')).map(({ problems }) => problems)
    expect(unread).toEqual([['total'], ['total'], ['total'], ['total'], ['total']])
    expect((await there.rows(run.id, 'only_here')).map((row) => row.here?.uid)).not.toContain(ours)
    const orders = ['order_id,amount,currency,paid_at', `SUM-1002,10.00,EUR,${at}`].join('\n')
    const byOrder = await there.reconcile(orders, { from: '2026-11-10', to: '2026-11-10' })
    expect((await there.rows(byOrder.id, 'matched')).map(({ position }) => position)).toEqual([2])
  })

  it('is matched by UID, whatever the case of its letters', async () => {
    const uid = '8b1f7a34-3c1a-4a3e-9d52-0c6a3c5e7f10'
    const other = '9c1f7a34-3c1a-4a3e-9d52-0c6a3c5e7f10'
    await known(uid)
    const line = (one: string) => `${one},,10.00,EUR,${at},payment,paid`
    const file = [header, ...[uid, other].map((one) => line(one.toUpperCase())), line(other)].join('\n')
    const run = await there.reconcile(file)
    expect(run.counts).toMatchObject({ matched: 1, repeated: 1, recordable: 1 })
    await there.record(run.id)
    await known(other)
    expect(await list({ q: other })).toMatchObject([{ uid: other, authenticity: 'signature' }])
  })

  it('records no amount whose sign contradicts its type', async () => {
    await known('corrected')
    const line = (uid: string, amount: string, type: string) => `${uid},,${amount},EUR,${at},${type},paid`
    const lost = (lines: string[]) => there.reconcile([header, ...lines].join('\n'))
    const found = async (id: string) =>
      (await there.rows(id, 'only_there')).map(({ there: row, problems }) => [row?.uid, ...problems])
    const run = await lost([
      line('corrected', '10.00', 'payment'),
      line('corrected', '-10.00', 'payment'),
      line('storno', '-12.50', 'payment'),
      line('half-storno', '10.00', 'payment'),
      line('half-storno', '-10.00', 'payment'),
      line('disputed', '-10.00', 'chargeback'),
      line('dispute-won', '10.00', 'chargeback'),
      line('sent-back', '-10.00', 'refund'),
    ])
    expect(run.counts).toMatchObject({ matched: 1, differing: 1, repeated: 0, recordable: 2 })
    expect((await there.rows(run.id, 'differing'))[0]?.differences).toEqual(['sign', 'same_uid'])
    expect(await found(run.id)).toEqual([
      ['storno', 'sign'],
      ['half-storno', 'same_uid'],
      ['half-storno', 'same_uid', 'sign'],
      ['disputed'],
      ['dispute-won', 'sign'],
      ['sent-back'],
    ])
    // A file may write all of its amounts without signs.
    const unsigned = await lost([
      line('corrected', '10.00', 'payment'),
      line('paid-there', '10.00', 'payment'),
      line('returned', '10.00', 'refund'),
      line('contested', '10.00', 'chargeback'),
    ])
    expect(await found(unsigned.id)).toEqual([['paid-there'], ['returned'], ['contested']])
  })

  it('overrules an unfinished notification until it is undone, and is overruled by a finished one', async () => {
    const line = (uid: string) => `${uid},,10.00,EUR,${at},payment,paid`
    const run = await there.reconcile([header, line('right'), line('tardy'), line('slower')].join('\n'))
    await there.record(run.id)
    await known('tardy', { status: 'pending' })
    expect(await list({ q: 'tardy', evidence: 'statement' })).toMatchObject([{ state: 'paid', uid: 'tardy' }])
    await known('slower', { amount: 900 })
    expect(await list({ q: 'slower' })).toMatchObject([{ authenticity: 'signature', paid: 900 }])
    await there.undo(run.id)
    expect(await list({ q: 'tardy' })).toMatchObject([
      { authenticity: 'signature', state: 'waiting', paid: 0 },
    ])
    expect(await list({ q: 'slower' })).toMatchObject([{ authenticity: 'signature', paid: 900 }])
  })

  it('is not recorded if its UIDs are other references', async () => {
    const lines = (uid: string) => [
      `${uid}-1,,10.00,EUR,${at},payment,paid`,
      `${uid}-2,,9.00,EUR,${at},payment,paid`,
    ]
    const wrong = await there.reconcile([header, ...lines('reference')].join('\n'))
    expect(wrong.counts).toMatchObject({ only_there: 2, recordable: 0, unknown_uids: 2 })
    expect((await there.rows(wrong.id, 'only_there')).map(({ problems }) => problems)).toEqual([
      ['unknown_uids'],
      ['unknown_uids'],
    ])
    await expect(there.record(wrong.id)).rejects.toMatchObject({ code: 'conflict' })
    // One known UID shows that the column is right.
    const right = await there.reconcile(
      [header, `right,,10.00,EUR,${at},payment,paid`, ...lines('reference')].join('\n'),
    )
    expect(right.counts).toMatchObject({ only_there: 2, recordable: 2, unknown_uids: 0 })
    // There is nothing here for these days, so nothing can be found.
    const earlier = await there.reconcile(
      [header, ...lines('reference')].join('\n').replaceAll('2026-11', '2026-01'),
    )
    expect(earlier.counts).toMatchObject({ only_there: 2, recordable: 2, unknown_uids: 0 })
  })

  it('is recorded with unknown UIDs only if a person states it, which is stored', async () => {
    const file = [
      header,
      `strange-1,,10.00,EUR,${at},payment,paid`,
      `strange-2,,9.00,EUR,${at},payment,failed`,
      `strange-3,,9.00,EUR,${at},payment,paid`,
    ].join('\n')
    const run = await there.reconcile(file)
    expect(run).toMatchObject({ missing: null, counts: { recordable: 0, unknown_uids: 3 } })
    const said = await there.missing(run.id, 'Two UIDs looked up at the provider')
    // Objections to a row other than its UID still count.
    expect(said).toMatchObject({
      state: 'matched',
      missing: { by: office.context.actor.name, reason: 'Two UIDs looked up at the provider' },
      counts: { recordable: 2, unknown_uids: 0 },
    })
    expect((await there.rows(run.id, 'only_there')).map(({ problems }) => problems)).toEqual([
      [],
      ['not_paid'],
      [],
    ])
    await expect(there.missing(run.id, 'Once more')).rejects.toMatchObject({ code: 'conflict' })
    const recorded = await there.record(run.id)
    expect(recorded.counts).toMatchObject({ recorded: 2, recordable: 0 })
    await expect(there.missing(run.id, 'Too late')).rejects.toMatchObject({ code: 'conflict' })
    const word = and(
      eq(activity.shopId, office.context.shop.id),
      eq(activity.subject, run.id),
      eq(activity.action, 'reconciliation.said_missing'),
    )
    const entries = await office.engine.db.select().from(activity).where(word)
    expect(entries.map(({ detail }) => detail)).toEqual([
      { rows: 3, reason: 'Two UIDs looked up at the provider' },
    ])
    await there.undo(run.id)
  })
})
