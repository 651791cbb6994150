import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { testJobs } from '../../testing/jobs'

onEachEngine('an import of a file with titles', (kind) => {
  const { client } = testJobs(kind, 'checkouts')
  const table = ['description;price;currency', 'Tea;1;EUR', 'Coffee;none;EUR']

  it('skips the titles, says so, and names rows by their place in the file', async () => {
    const planned = await client.load(['Orders of November, 2026', '', ...table].join('\n'))
    expect(planned).toMatchObject({
      order: { header: ['description', 'price', 'currency'], skipped_rows: 2, delimiter: ';' },
      counts: { total: 2, planned: 1, invalid: 1 },
    })
    expect((await client.rows(planned.id)).map(({ position, state }) => [position, state])).toEqual([
      [4, 'planned'],
      [5, 'invalid'],
    ])
    const report = parse((await client.call('GET', `/jobs/${planned.id}/report`)).text, { delimiter: ';' })
    expect(report.map(([first]) => first)).toEqual(['description', 'Coffee'])
  })

  it('takes a column that it knows for the header, though it is alone', async () => {
    const planned = await client.load('description\n"Tea"\nCoffee, milk\nJuice, cold\n')
    expect(planned.order).toMatchObject({ header: ['description'] })
    expect(planned.order).not.toHaveProperty('skipped_rows')
    expect(planned.counts).toMatchObject({ total: 3 })
  })
})
