import { expect, it } from 'vitest'
import { pressedPeriod } from './period-bar'

it('takes a press on the period that is shown as a press on it, so that chosen days can be changed', () => {
  expect(pressedPeriod('days7', 'custom')).toBe('days7')
  expect(pressedPeriod('custom', 'days7')).toBe('custom')
  expect(pressedPeriod(undefined, 'custom')).toBe('custom')
})
