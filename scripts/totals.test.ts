import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { countPlaywright, countVitest, failedVitest, totalsOf } from './lib/totals.mjs'

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-totals-'))
const report = join(folder, 'report.json')
afterAll(() => rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  vi.spyOn(console, 'log').mockReturnValue()
})

const stats = { expected: 3, unexpected: 0, flaky: 0, skipped: 1 }

it('adds up a report', () => {
  writeFileSync(report, JSON.stringify({ stats, errors: [] }))
  expect(totalsOf('playwright', report, 0, countPlaywright)).toEqual({ passed: 3, failed: 0, skipped: 1 })
})

it('counts a test file that could not be loaded', () => {
  const testResults = [
    { status: 'failed', assertionResults: [] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
  ]
  const counts = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 0, numTodoTests: 0 }
  expect(countVitest({ ...counts, testResults })).toEqual({ passed: 5, failed: 2, skipped: 0 })
})

it('counts a runner that fails with no failed test', () => {
  writeFileSync(report, JSON.stringify({ stats, errors: [] }))
  expect(totalsOf('playwright', report, 1, countPlaywright)).toMatchObject({ passed: 3, failed: 1 })
})

it('fails for a runner with a missing or partial report', () => {
  const nothing = { passed: 0, failed: 1, skipped: 0 }
  expect(totalsOf('vitest', join(folder, 'missing.json'), 137, countVitest)).toEqual(nothing)
  writeFileSync(report, '{"numPassed')
  expect(totalsOf('vitest', report, 0, countVitest)).toEqual(nothing)
})

it('names failed tests, or says that no report exists', () => {
  const assertionResults = [
    { status: 'passed', fullName: 'is there' },
    { status: 'failed', fullName: 'is right' },
  ]
  const testResults = [
    { name: 'a.test.ts', status: 'failed', assertionResults },
    { name: 'b.test.ts', status: 'failed', assertionResults: [] },
    { name: 'c.test.ts', status: 'passed', assertionResults: [] },
  ]
  writeFileSync(report, JSON.stringify({ testResults }))
  expect(failedVitest(report)).toEqual(['a.test.ts: is right', 'b.test.ts'])
  writeFileSync(report, '{"testRes')
  expect(failedVitest(report)).toEqual([])
  expect(failedVitest(join(folder, 'missing.json'))).toEqual([])
})
