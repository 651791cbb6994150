import { afterEach, beforeAll, expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { browser } from '@/lib/testing/browser'
import { opened } from '@/lib/testing/opened'
import { testApplication } from '../../testing/application'
import { jobClient } from '../../testing/jobs'

onEachEngine('prices of a file of products', (kind) => {
  const app = testApplication(kind)
  const client = opened(() => jobClient(app))

  beforeAll(() => void (browser.person = app.owner.actor))
  afterEach(() => client.repair())

  it('reads prices by the decimal mark that the file shows', async () => {
    const prices = async (...rows: string[]) => {
      const lines = rows.map((row, at) => `Priced ${at},d,${row},5,true`)
      const file = ['name,description,price,currency,quantity,immortal', ...lines].join('\n')
      const found = await client.rows((await client.load(file)).id)
      return found.map(({ change, errors }) => change.amount ?? errors?.price?.[0])
    }
    const tooMany = 'EUR has 2 decimals, and this has more'
    expect(await prices('10.50,EUR', '10.555,EUR', '4.250,KWD')).toEqual([1050, tooMany, 4250])
    expect(await prices('4.250,KWD', '1.999,EUR', '"1.234,56",EUR')).toEqual([4_250_000, 199_900, 123_456])
    const unsure = [expect.stringMatching(/Write 4.25 .* 4250 /), expect.stringMatching(/Write 10555 /)]
    expect(await prices('4.250,KWD', '10.555,EUR')).toEqual(unsure)
    expect(await prices('4.250,KWD', '10.555,EUR', '0.5,EUR', '"0,5",EUR')).toEqual([...unsure, 50, 50])
  })

  it('takes a changed price of its own export, where only the header tells the decimal mark', async () => {
    const ids = [
      await client.make({ name: 'First', currency: 'KWD', amount: 196_196 }),
      await client.make({ name: 'Second', currency: 'KWD', amount: 190_190 }),
    ].map(({ id }) => id)
    for (const [separator, from, to] of [['comma', '196.196', '197.505'], ['semicolon', '196,196', '197,505']] as const) {
      const { text } = await client.call('GET', `/products/export?ids=${ids.join(',')}&separator=${separator}`)
      const planned = await client.load(text.replace(from, to))
      expect(planned.counts).toMatchObject({ planned: 1, unchanged: 1 })
      expect((await client.rows(planned.id, 'planned')).map(({ change }) => change)).toEqual([{ amount: 197_505 }])
    } // prettier-ignore
  })

  it('does not take a price for the exported one if the file groups thousands with that mark', async () => {
    const { id } = await client.make({ name: 'Third', currency: 'KWD', amount: 4250 })
    const planned = await client.load(`id;price;note\n${id};4.250;\nprd_0000;0,5;\n`)
    expect((await client.rows(planned.id))[0]).toMatchObject({ change: { amount: 4_250_000 } })
  })
})
