import { expect, test } from 'vitest'
import { linkLines } from './bulk-bar'

const view = { now: Date.parse('2026-11-22T12:00:00Z'), sandbox: null }
const open = {
  redirect_url: 'https://checkout.example/v2/checkout?token=1',
  description: 'Order 1',
  state: 'open',
  attempts_left: 1,
  expires_at: '2026-11-23T12:00:00Z',
} as const
const paid = { ...open, redirect_url: 'https://checkout.example/2', state: 'paid' } as const
const unknown = { ...open, redirect_url: null, state: 'unconfirmed' } as const
const over = { ...open, redirect_url: 'https://checkout.example/3', expires_at: '2026-11-22T11:59:59Z' }
const rows = [open, paid, unknown, over]

test('takes those that can be paid, and counts the others', () => {
  expect(linkLines(rows, { hasDescriptions: false, ...view })).toEqual({
    text: open.redirect_url,
    taken: 1,
    left: 3,
  })
})

test('puts descriptions before them, each on a line of its own', () => {
  const wide = { ...open, description: ' Two\tcells\r\nand lines ' }
  expect(linkLines([wide], { hasDescriptions: true, ...view }).text).toBe(
    `Two cells and lines\t${open.redirect_url}`,
  )
})
