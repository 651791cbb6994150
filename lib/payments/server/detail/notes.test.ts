import { beforeEach, expect, it } from 'vitest'
import { anonymiseCustomer } from '../../../customers/server/anonymising/anonymise'
import { customerLinks, customers } from '../../../customers/server/tables'
import { customersOf } from '../../../customers/server/testing'
import { onEachEngine } from '../../../db/testing-engines'
import { notifications } from '../../../notifications/server/tables'
import { opened } from '../../../testing/opened'
import { testOffice } from '../../../testing/office'
import { paymentNotes, payments, transactionStates } from '../tables'
import { readPaymentDetail } from './detail'
import { addPaymentNote } from './notes'

onEachEngine('notes of a capture whose authorization is told later', (kind) => {
  const office = testOffice(kind)
  const here = opened(() => customersOf(office))
  let maria: string | undefined
  beforeEach(async () => {
    await office.clear(customerLinks, notifications, payments, transactionStates, paymentNotes, customers)
    ;[maria] = await here.insert({ email: 'maria@reader.example' })
  })

  const tell = (uid: string, more: object) =>
    here.notify({
      uid,
      customer: { email: 'maria@reader.example' },
      created_at: '2026-11-20T10:00:00Z',
      updated_at: '2026-11-20T10:00:00Z',
      ...more,
    })
  const note = (uid: string, text: string) => addPaymentNote(office.context, uid, { text })
  const notesOf = async (uid: string) =>
    (await readPaymentDetail(office.context, uid)).notes.map(({ text }) => text)
  /** All stored texts, including those that no page shows. */
  const stored = async () =>
    (await office.engine.db.select().from(paymentNotes).where(office.whereShop(paymentNotes))).map(
      ({ text }) => text,
    )

  const cases: [what: string, before: object][] = [
    ['that names none at first', {}],
    ['that names another, unknown one at first', { parent_uid: 'x' }],
  ]
  it.each(cases)('%s, are shown with the payment and emptied with its customer', async (_what, before) => {
    await tell('c', { type: 'capture', ...before })
    await note('c', 'Maria called')
    await tell('c', { type: 'capture', parent_uid: 'a', updated_at: '2026-11-20T10:05:00Z' })
    await tell('a', { type: 'authorization' })
    await note('c', 'Maria called again')
    expect((await readPaymentDetail(office.context, 'c')).uid).toBe('a')
    expect(await notesOf('a')).toEqual(['Maria called', 'Maria called again'])
    await anonymiseCustomer(office.context, maria ?? '')
    expect(await notesOf('a')).toEqual(['', ''])
    expect(await stored()).toEqual(['', ''])
  })

  it('are not those of another payment', async () => {
    await tell('c', { type: 'capture', parent_uid: 'a' })
    await tell('other', {})
    await note('other', 'Something else')
    expect(await notesOf('c')).toEqual([])
  })
})
