import { beforeAll, expect, it } from 'vitest'
import type { JobPage } from '@/lib/jobs/schema'
import { onEachEngine } from '@/lib/db/testing-engines'
import { jobs } from '@/lib/jobs/server/tables'
import { browser } from '../../testing/browser'
import { testApplication } from '../../testing/application'
import { jobClient } from '../../testing/jobs'

const made = 55
const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

onEachEngine('the list of jobs over HTTP', (kind) => {
  const app = testApplication(kind)
  let client: ReturnType<typeof jobClient>
  beforeAll(async () => {
    client = jobClient(app)
    browser.person = app.owner.actor
    const createdBy = app.owner.actor.userId
    await app.engine.db.insert(jobs).values(
      Array.from({ length: made }, (_, at) => ({
        shopId: 'sandbox',
        id: idOf(at),
        kind: 'products.bulk',
        state: 'cancelled' as const,
        order: {},
        createdBy,
        // Three per moment, so that a page may end between them.
        createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(at / 3) * 60_000),
      })),
    )
  })

  const page = async (query: Record<string, string> = {}) => {
    const { status, json } = await client.call('GET', `/jobs?${new URLSearchParams(query)}`)
    expect(status).toBe(200)
    return json as JobPage
  }
  const ids = ({ items }: JobPage) => items.map(({ id }) => id)
  const all = Array.from({ length: made }, (_, at) => idOf(made - 1 - at))

  it('has all jobs in pages, newest first, and pages back', async () => {
    const first = await page()
    expect(ids(first)).toEqual(all.slice(0, 50))
    expect(first).toMatchObject({ total: made, total_exact: true, prev_cursor: null })
    const second = await page({ cursor: first.next_cursor ?? '' })
    expect(ids(second)).toEqual(all.slice(50))
    expect(second.next_cursor).toBeNull()
    const back = await page({ cursor: second.prev_cursor ?? '' })
    expect(ids(back)).toEqual(all.slice(0, 50))
  })

  it('loses none and has none twice where a page ends within a moment', async () => {
    const found: string[] = []
    let cursor: string | null = null
    do {
      const next: JobPage = await page({ limit: '7', ...(cursor === null ? {} : { cursor }) })
      found.push(...ids(next))
      cursor = next.next_cursor
    } while (cursor !== null)
    expect(found).toEqual(all)
  })

  it('refuses invalid cursors, sorts and searches', async () => {
    expect((await client.call('GET', '/jobs?cursor=nonsense')).status).toBe(400)
    expect((await client.call('GET', '/jobs?q=x')).status).toBe(422)
  })
})
