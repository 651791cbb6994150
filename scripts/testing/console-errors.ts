/** Fails a test during which console.error was called, unless the test replaces console.error. */
import { format } from 'node:util'
import { afterAll, afterEach, expect } from 'vitest'

const show = console.error
const reported: string[] = []

console.error = (...values: unknown[]) => {
  reported.push(format(...values))
  show(...values)
}

afterEach(() => {
  expect(reported.splice(0), 'calls of console.error').toEqual([])
})

// Test files share a process: the next one begins with the real one.
afterAll(() => {
  console.error = show
})
