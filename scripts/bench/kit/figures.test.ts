import { expect, it } from 'vitest'
import { settingsOf, withSection } from './figures.mjs'

const figures = { name: 'memory', isMet: true, printed: '\nidle  300\n', machine: 'Two cores.', settings: '' }

it('writes a section, replaces it, and leaves those of others', () => {
  const first = withSection('', figures)
  const both = withSection(first, { ...figures, name: 'gateway', printed: '## 5 ms' })
  const again = withSection(both, { ...figures, isMet: false, printed: 'idle  400  \n\n\n' })
  expect(both.indexOf('## gateway')).toBeLessThan(both.indexOf('## memory'))
  expect(again.match(/^## \w+$/gm)).toEqual(['## gateway', '## memory'])
  expect(again).toContain('**a limit was missed**. Two cores.\n\n```text\nidle  400\n```\n')
  expect(again).not.toContain('300')
  expect(withSection(again, { ...figures, isMet: false, printed: 'idle  400' })).toBe(again)
})

it('names the settings of a run, but no address of a database', () => {
  expect(settingsOf({ BENCH_ROWS: '5', BENCH_DATABASE_URL: 'postgres://x', HOME: '/' })).toBe('BENCH_ROWS=5 ')
})
