import { expect, it } from 'vitest'
import { judge } from '../lib/verify.mjs'

const report = (severity: string) =>
  JSON.stringify({
    metadata: { vulnerabilities: { [severity]: 1 } },
    vulnerabilities: { left: { name: 'left', severity, range: '<2.0.0' } },
  })

it.each(['high', 'critical'])('fails for a finding that is %s, and names it', (severity) => {
  expect(judge(report(severity))).toEqual({ ok: false, output: `${severity}: left <2.0.0` })
})

it.each(['info', 'low', 'moderate'])('does not fail for a finding that is %s', (severity) => {
  expect(judge(report(severity))).toEqual({ ok: true, output: '' })
})

it.each([
  '',
  'npm error',
  '{"message":"request failed","error":{"code":"ENOTFOUND"}}',
  '{"error":{"code":"ENOAUDIT"}}',
])('says that it was skipped where the registry does not answer: %s', (output) => {
  expect(judge(output)).toMatchObject({ ok: true, skipped: 'the registry does not answer' })
})
