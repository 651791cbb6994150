import { expect, it } from 'vitest'
import { replayPresses } from './early-press'

/** Buttons that act when React would render: after the press, in a microtask. */
function page() {
  const done: string[] = []
  const state = { isConnected: true, isInert: false }
  const button = (name: string, act = () => {}) =>
    ({
      get isConnected() {
        return state.isConnected
      },
      closest: () => (state.isInert ? {} : null),
      focus: () => {},
      click: () => {
        done.push(name)
        queueMicrotask(act)
      },
    }) as unknown as HTMLElement
  return { done, state, button }
}

it('presses in order', async () => {
  const { done, button } = page()
  await replayPresses([button('first'), button('second')])
  expect(done).toEqual(['first', 'second'])
})

it.each<[string, (state: ReturnType<typeof page>['state']) => void]>([
  ['a dialog that the press before it opened covers', (state) => (state.isInert = true)],
  ['the press before it removed', (state) => (state.isConnected = false)],
])('leaves out a button that %s', async (_what, change) => {
  const { done, state, button } = page()
  await replayPresses([button('first', () => change(state)), button('second')])
  expect(done).toEqual(['first'])
})
