import { expect, it } from 'vitest'
import { onEachEngine } from '@/lib/db/testing-engines'
import { testJobs } from '../../testing/jobs'

const file = 'name,description,currency,price,infinite,immortal,other\nSalt,Fine,EUR,12.34,true,true,43.21\n'
const columns = ['name', 'description', 'currency', 'price', 'infinite', 'immortal', null]
const otherColumns = ['name', 'description', 'currency', null, 'infinite', 'immortal', 'price']

onEachEngine('an import whose columns somebody else mapped after it was looked at', (kind) => {
  const { client } = testJobs(kind)
  const run = (id: string, seen: string) =>
    client.call('POST', `/jobs/${id}/run?planned_since=${encodeURIComponent(seen)}`)
  const map = async (id: string) => {
    await client.call('POST', `/jobs/${id}/mapping`, { columns: otherColumns })
    return client.until(id, 'planned')
  }

  it('is not sent as nobody saw it, and is sent once it was looked at again', async () => {
    const shown = await client.load(file)
    expect((await client.rows(shown.id))[0]?.change).toMatchObject({ amount: 1234 })
    const mapped = await map(shown.id)
    const refused = await run(shown.id, shown.planned_since)
    expect([refused.status, refused.json]).toMatchObject([
      409,
      { code: 'conflict', current: { planned_since: mapped.planned_since } },
    ])
    expect(await client.job(shown.id)).toMatchObject({ state: 'planned', started_at: null })
    expect((await run(shown.id, mapped.planned_since)).status).toBe(200)
    await client.until(shown.id, 'done')
    expect((await client.rows(shown.id))[0]).toMatchObject({ state: 'done', change: { amount: 4321 } })
  })

  it('says so while the rows are still being checked', async () => {
    const shown = await client.load(file)
    await client.call('POST', `/jobs/${shown.id}/mapping`, { columns })
    const refused = await run(shown.id, shown.planned_since)
    expect(refused.json).toMatchObject({ code: 'conflict' })
    await client.until(shown.id, 'planned')
  })

  it('takes a program that does not say what it saw, and refuses what is no instant', async () => {
    const { id } = await client.load(file)
    expect((await run(id, 'yesterday')).status).toBe(422)
    expect((await client.call('POST', `/jobs/${id}/run`)).status).toBe(200)
    await client.until(id, 'done')
  })
})
