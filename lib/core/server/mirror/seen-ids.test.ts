import { expect, it } from 'vitest'
import { SeenIds } from './sync'

it('contains exactly the IDs that it has seen', () => {
  const seen = new SeenIds()
  const id = (n: number) => `prd_${n.toString(16).padStart(16, '0')}`
  for (let n = 0; n < 50_000; n++) seen.add(id(n))
  for (let n = 0; n < 50_000; n++) if (!seen.has(id(n))) throw new Error(`forgot ${id(n)}`)
  for (let n = 50_000; n < 100_000; n++) if (seen.has(id(n))) throw new Error(`made up ${id(n)}`)
  seen.add('')
  expect(seen.has('')).toBe(true)
})
