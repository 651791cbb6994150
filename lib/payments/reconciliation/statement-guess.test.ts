import { describe, expect, it } from 'vitest'
import type { StatementMapping } from './reconciliation'
import { withColumns } from './statement-guess'

describe('columns that a person chooses', () => {
  const guessed: StatementMapping = {
    columns: ['uid', null, null, null, null],
    amounts: 'major',
    decimal: '.',
    dates: 'ymd',
    zone: 'UTC',
    currency: 'EUR',
    types: {},
  }
  const preview = {
    header: ['UID', 'x', 'y', 'z', 'remark'],
    sample: [
      ['a', '1,250', '01/02/26', 'Sale', 'Maria Keller'],
      ['b', '2,500', '03/04/26', 'Fee', ''],
    ],
  }
  const chosen = (...columns: StatementMapping['columns']) =>
    withColumns({ mapping: guessed, undecided: [] }, columns, preview)

  it('have no payment in words that may be of an authorization', () => {
    const sample = ['Void', 'Reversal', 'Refund'].map((word) => [word])
    const { mapping } = withColumns({ mapping: { ...guessed, columns: [null] }, undecided: [] }, ['type'], {
      header: ['Type'],
      sample,
    })
    expect(mapping.types).toEqual({ void: null, reversal: null, refund: 'refund' })
  })

  it('leaves values open that their cells do not show', () => {
    const reading = chosen('uid', 'amount', 'time', null, null)
    expect(reading.undecided.toSorted()).toEqual(['dates', 'decimal'])
    const other = withColumns(reading, ['uid', null, null, null, null], preview)
    expect(other.undecided).toEqual([])
  })

  it('keeps a person’s decisions about other columns', () => {
    const reading = chosen('uid', 'amount', null, null, null)
    const decided = { mapping: { ...reading.mapping, decimal: ',' as const }, undecided: [] }
    expect(withColumns(decided, ['uid', 'amount', 'time', null, null], preview)).toMatchObject({
      mapping: { decimal: ',' },
      undecided: ['dates'],
    })
  })

  it('have a meaning for each of their words, and for no word of another column', () => {
    expect(chosen('uid', 'amount', null, 'type', null).mapping.types).toEqual({ sale: 'payment', fee: null })
    const wrong = chosen('uid', 'amount', null, null, 'type')
    expect(wrong.mapping.types).toEqual({ 'maria keller': null })
    const right = withColumns(wrong, ['uid', 'amount', null, null, null], preview)
    expect(right.mapping.types).toEqual({})
  })
})
