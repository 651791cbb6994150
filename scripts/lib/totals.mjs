/** Adds up the reports of the test runners. A runner that fails without a report counts as a failed test. */
import { existsSync, readFileSync } from 'node:fs'

/** @typedef {{ passed: number, failed: number, skipped: number }} Totals */

/**
 * @param {string} runner its name, for messages
 * @param {string} report path of its JSON report
 * @param {number} code its exit code
 * @param {(report: any) => Totals} count
 * @returns {Totals}
 */
export function totalsOf(runner, report, code, count) {
  const totals = readReport(report, count)
  if (totals === undefined) {
    console.log(`${runner} ended with exit code ${code} and without a report; that counts as a failure.`)
    return { passed: 0, failed: 1, skipped: 0 }
  }
  if (code === 0 || totals.failed > 0) return totals
  console.log(`${runner} ended with exit code ${code} though no test failed; that counts as a failure.`)
  return { ...totals, failed: 1 }
}

/**
 * @template Result
 * @param {string} report
 * @param {(report: any) => Result} read
 */
function readReport(report, read) {
  if (!existsSync(report)) return undefined
  try {
    return read(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * Counts a file that could not be loaded as a failed test, because it has no tests of its own.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: { status: string, assertionResults: { status: string }[] }[] }} report
 * @returns {Totals}
 */
export function countVitest(report) {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/**
 * Returns the failed tests and the files that could not be loaded. Printed again at the end, because the earlier output
 * may be far above or cut off.
 * @param {string} report path of vitest's JSON report
 * @returns {string[]}
 */
export const failedVitest = (report) => readReport(report, failuresOf) ?? []

/** @param {{ testResults: { name: string, status: string, assertionResults: { status: string, fullName: string }[] }[] }} report */
const failuresOf = ({ testResults }) =>
  testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [name] : []
    return failed.map(({ fullName }) => `${name}: ${fullName}`)
  })

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number }, errors: unknown[] }} report
 * @returns {Totals}
 */
export function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}
