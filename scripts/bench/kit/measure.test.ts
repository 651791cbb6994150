import { expect, it } from 'vitest'
import { inTurn, quantile, table } from './measure'

it('runs candidates in turn, each as often, and counts no warm-up', async () => {
  const order: string[] = []
  const note = (name: string) => async () => void order.push(name)
  const samples = await inTurn({ a: note('a'), b: note('b') }, { rounds: 3, warmUp: 2 })
  expect(order.join('')).toBe('abbaabbaab')
  expect([samples.a.length, samples.b.length]).toEqual([3, 3])
})

it('takes medians and other quantiles from what was measured', () => {
  const sorted = [1, 2, 3, 4, 10]
  expect([quantile(sorted, 0.5), quantile(sorted, 0.95), quantile(sorted, 0)]).toEqual([3, 10, 1])
  expect(quantile([], 0.5)).toBeNaN()
})

it('lines up columns', () => {
  expect(
    table([
      ['', 'p95'],
      ['fetch', '1'],
    ]),
  ).toBe('       p95\nfetch    1')
})
