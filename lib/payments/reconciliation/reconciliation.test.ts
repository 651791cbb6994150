import { describe, expect, it } from 'vitest'
import { statementMapping } from './reconciliation'

describe('how a statement is read', () => {
  const mapping = { amounts: 'major', decimal: '.', dates: 'ymd', zone: 'UTC', currency: 'EUR' }
  const parsed = (columns: (string | null)[], types: Record<string, string | null>) =>
    statementMapping.safeParse({ ...mapping, columns, types })

  it('has the words of types, and none of a column that is not read', () => {
    expect(parsed(['uid', 'amount', 'type'], { sale: 'payment' }).data?.types).toEqual({ sale: 'payment' })
    expect(parsed(['uid', 'amount', null], { 'maria keller': null }).data?.types).toEqual({})
  })

  it('has a limit to its words', () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`word ${n}`, null]))
    expect(parsed(['uid', 'amount', 'type'], many).error?.issues).toMatchObject([
      { path: ['types'], message: 'statement_types' },
    ])
    expect(parsed(['uid', 'amount', 'type'], { 'a\0': null }).success).toBe(false)
  })
})
