import { beforeEach, describe, expect, it } from 'vitest'
import { Breaker } from './breaker'
import { setClock } from './testing'

let time: ReturnType<typeof setClock>
let breaker: Breaker
beforeEach(() => {
  time = setClock()
  breaker = new Breaker()
})

const fail = (times: number) => {
  for (let n = 0; n < times; n++) breaker.enter().failed()
}

describe('a breaker', () => {
  it('opens after five failures in a row, and not before', () => {
    fail(4)
    expect(breaker.refusedFor()).toBe(0)
    breaker.enter().answered()
    fail(4)
    expect(breaker.refusedFor()).toBe(0)
    fail(1)
    expect(breaker.refusedFor()).toBe(1500)
  })

  it('opens after two time-outs in a row', () => {
    breaker.enter().failed({ isTimeOut: true })
    expect(breaker.refusedFor()).toBe(0)
    breaker.enter().answered()
    breaker.enter().failed({ isTimeOut: true })
    expect(breaker.refusedFor()).toBe(0)
    breaker.enter().failed({ isTimeOut: true })
    expect(breaker.refusedFor()).toBe(1500)
  })

  it('lets one probe through after the pause, and refuses other calls meanwhile', () => {
    fail(5)
    time.advance(1499)
    expect(breaker.refusedFor()).toBe(1)
    time.advance(1)
    expect(breaker.refusedFor()).toBe(0)
    const probe = breaker.enter()
    expect(breaker.refusedFor()).toBeGreaterThan(0)
    probe.answered()
    expect(breaker.refusedFor()).toBe(0)
    fail(4)
    expect(breaker.refusedFor()).toBe(0)
  })

  it('pauses longer after each failed probe, up to half a minute, and briefly again after an answer', () => {
    fail(5)
    const pauses: number[] = []
    for (let n = 0; n < 6; n++) {
      pauses.push(breaker.refusedFor())
      time.advance(breaker.refusedFor())
      breaker.enter().failed()
    }
    expect(pauses).toEqual([1500, 3000, 6000, 12_000, 22_500, 22_500])
    time.advance(22_500)
    breaker.enter().answered()
    fail(5)
    expect(breaker.refusedFor()).toBe(1500)
  })

  it('gives the probe’s place away when the probe ended without telling anything', () => {
    fail(5)
    time.advance(1500)
    const probe = breaker.enter()
    probe.left()
    expect(breaker.refusedFor()).toBe(0)
    const second = breaker.enter()
    probe.failed() // Ignored, because the permit has ended.
    probe.answered()
    expect(breaker.refusedFor()).toBeGreaterThan(0)
    second.answered()
    expect(breaker.refusedFor()).toBe(0)
  })

  it('is not reopened by attempts from before, but closed by their success', () => {
    const [slow, slower, answered] = [breaker.enter(), breaker.enter(), breaker.enter()]
    fail(5)
    slow.failed()
    expect(breaker.refusedFor()).toBe(1500)
    time.advance(1500)
    const probe = breaker.enter()
    slower.failed()
    expect(breaker.refusedFor()).toBeGreaterThan(0)
    answered.answered()
    expect(breaker.refusedFor()).toBe(0)
    probe.failed() // Only one failure since the answer.
    expect(breaker.refusedFor()).toBe(0)
  })
})
