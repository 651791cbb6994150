import { describe, expect, it } from 'vitest'
import { qrPath } from './qr-path'

describe('qrPath', () => {
  const { size, d } = qrPath('https://pay.example/products/prd_8f21c07b5a/pay') ?? { size: 0, d: '' }
  const runs = [...d.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].map((run) => run.slice(1).map(Number))

  it('is one path of horizontal runs', () => {
    expect(runs.length).toBeGreaterThan(100)
    expect(d.replaceAll(/M\d+ \d+h\d+v1h-\d+z/g, '')).toBe('')
  })

  it('keeps four white modules around', () => {
    for (const [x = 0, y = 0, width = 0] of runs) {
      expect(Math.min(x, y)).toBeGreaterThanOrEqual(4)
      expect(Math.max(x + width, y + 1)).toBeLessThanOrEqual(size - 4)
    }
  })

  it('is missing for a text that no code holds', () => {
    const address = (length: number) => `https://pay.example/?${'é'.repeat(length)}`
    expect(qrPath(address(1155))).not.toBeNull()
    expect(qrPath(address(1156))).toBeNull()
  })

  it('begins with the corner every reader looks for', () => {
    expect(runs[0]).toEqual([4, 4, 7, 7])
  })
})
