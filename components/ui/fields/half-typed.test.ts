import { expect, it } from 'vitest'
import { firstHalfTyped } from './half-typed'

it('finds the first date that lacks a part, and none in complete or empty fields', () => {
  const input = (name: string, badInput: boolean) => ({ name, validity: { badInput } })
  const rootOf = (...inputs: object[]) => ({ querySelectorAll: () => inputs }) as unknown as ParentNode
  expect(firstHalfTyped(rootOf(input('from', false), input('to', true)))?.name).toBe('to')
  expect(firstHalfTyped(rootOf(input('from', false)))).toBeUndefined()
  expect(firstHalfTyped(null)).toBeUndefined()
})
