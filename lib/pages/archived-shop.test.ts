import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { isValidElement, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { canNow, permissions } from '@/lib/core/permissions'
import { ArchivedShop } from './archived-shop'

const visited = vi.hoisted(() => ({ archivedAt: null as Date | null }))
vi.mock('@/lib/core/server/auth/access', () => ({
  pageContext: () => Promise.resolve({ shop: { id: 's', mode: 'test', ...visited } }),
}))
vi.mock('@/lib/core/server/i18n/words', () => ({ withWords: (Page: unknown) => Page }))

const folder = path.join(import.meta.dirname, '../../app/shops/[shop]')

/** These read what was changed before. */
const readers = ['payments/reconciliations/page.tsx', 'payments/reconciliations/[id]/page.tsx']

/** What an archived shop refuses. */
const refused = permissions.filter(
  (one) => !canNow({ hasSupportCheckouts: false, isArchived: true }, { role: 'owner' }, one),
)
const changing = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => {
  if (!file.endsWith('page.tsx') || readers.includes(file)) return false
  const [, asked] = /pageContext\(.*, '([\w.]+)'\)/.exec(readFileSync(path.join(folder, file), 'utf8')) ?? []
  return refused.some((one) => one === asked)
})

type Page = (props: object) => Promise<ReactNode>

/** Returns the component that a page shows. */
async function shownBy(file: string): Promise<unknown> {
  const { default: Page } = (await import(path.join(folder, file))) as { default: Page }
  const shown = await Page({
    params: Promise.resolve({ shop: 's', id: 'r' }),
    searchParams: Promise.resolve({}),
  })
  return isValidElement(shown) ? shown.type : shown
}

it.each(changing)('says at once that the shop is archived, instead of showing a form: %s', async (file) => {
  visited.archivedAt = new Date('2026-11-20T00:00:00Z')
  expect(await shownBy(file)).toBe(ArchivedShop)
})

it('finds the pages that only change something, which a shop in use shows', async () => {
  expect(changing).toContain('products/[id]/edit/page.tsx')
  expect(changing.length).toBeGreaterThan(10)
  visited.archivedAt = null
  expect(await shownBy('customers/new/page.tsx')).not.toBe(ArchivedShop)
})
