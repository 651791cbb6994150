import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type * as Drafts from './draft-store'

function storageOf(entries: Record<string, string>) {
  const held = new Map(Object.entries(entries))
  return {
    held,
    get length() {
      return held.size
    },
    key: (at: number) => [...held.keys()][at] ?? null,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
    removeItem: (key: string) => void held.delete(key),
  }
}

const now = new Date('2026-11-24T12:00:00Z')
const draft = (at: string) => JSON.stringify({ at, kept: '{}' })
const others = { 'counterfoil.views.products.sandbox': '[]', other: 'x' }
let storage: ReturnType<typeof storageOf>
let drafts: typeof Drafts
beforeEach(async () => {
  storage = storageOf({
    'counterfoil.checkout-draft.a.1': draft('2026-11-17T12:00:01Z'),
    'counterfoil.checkout-draft.a.2': draft('2026-11-17T12:00:00Z'),
    'counterfoil.checkout-draft.b.1': draft('2025-01-01T00:00:00Z'),
    'counterfoil.checkout-draft.b.2': draft('no time'),
    'counterfoil.checkout-draft.b.3': 'not JSON',
    ...others,
  })
  vi.stubGlobal('window', { localStorage: storage })
  vi.resetModules()
  drafts = await import('./draft-store')
})
afterEach(() => vi.unstubAllGlobals())

it('removes drafts that are too old, of every shop and person, even if nobody opens them', () => {
  drafts.sweepDrafts(now)
  expect([...storage.held.keys()]).toEqual(['counterfoil.checkout-draft.a.1', ...Object.keys(others)])
})

it('removes all drafts at sign-out, and keeps none afterwards', () => {
  drafts.closeDrafts()
  drafts.writeDraft(drafts.draftKey('a', '1', 'x'), draft('2026-11-24T12:00:00Z'))
  expect(Object.fromEntries(storage.held)).toEqual(others)
})

it('keeps drafts again once the person is back', () => {
  drafts.closeDrafts()
  drafts.openDrafts()
  drafts.writeDraft(drafts.draftKey('a', '1', 'x'), 'one')
  expect(drafts.readDrafts('a', '1')).toEqual([{ key: drafts.draftKey('a', '1', 'x'), text: 'one' }])
})

it('finds the drafts of a person in a shop, one of each form', () => {
  const keys = ['x', 'y'].map((form) => drafts.draftKey('a', '1', form))
  for (const key of [...keys, drafts.draftKey('a', '10', 'x'), drafts.draftKey('b', '1', 'x')])
    drafts.writeDraft(key, key)
  expect(drafts.readDrafts('a', '1')).toEqual([
    { key: 'counterfoil.checkout-draft.a.1', text: draft('2026-11-17T12:00:01Z') },
    ...keys.map((key) => ({ key, text: key })),
  ])
})

it('works without a storage', () => {
  vi.stubGlobal('window', {
    get localStorage() {
      throw new Error('refused')
    },
  })
  drafts.sweepDrafts(now)
  drafts.writeDraft('x', 'y')
  expect(drafts.readDrafts('a', '1')).toEqual([])
})
