/** Fails a test during which console.error was called, unless the test replaces console.error. */
import { format } from 'node:util'
import { afterEach, expect } from 'vitest'

const reported: string[] = []
const show = console.error

console.error = (...values: unknown[]) => {
  reported.push(format(...values))
  show(...values)
}

afterEach(() => {
  expect(reported.splice(0), 'calls of console.error').toEqual([])
})
