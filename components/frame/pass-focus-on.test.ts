import { expect, it, vi } from 'vitest'
import { passFocusOn } from './pass-focus-on'

/** A page on which `focused` has the focus. Returns what gets it next. */
function focusedAfter(focused: object, { hasTitle = true } = {}): string | null {
  let next: string | null = null
  const focusable = (name: string) => ({ focus: () => (next = name) })
  const title = hasTitle ? focusable('title') : null
  const content = { ...focusable('content'), querySelector: () => title }
  vi.stubGlobal('document', { activeElement: focused, getElementById: () => content })
  passFocusOn({ contains: (other: unknown) => other === button } as unknown as HTMLElement)
  vi.unstubAllGlobals()
  return next
}

const button = {}

it('passes the focus of a control that goes to the title, or to the page', () => {
  expect(focusedAfter(button)).toBe('title')
  expect(focusedAfter(button, { hasTitle: false })).toBe('content')
})

it('leaves the focus where a person has moved it', () => expect(focusedAfter({})).toBeNull())
