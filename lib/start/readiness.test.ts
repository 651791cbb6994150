import { beforeAll, expect, it } from 'vitest'
import { openLog } from '../core/server/log/log'
import { engine } from '../db/engine'
import { onEachEngine } from '../db/testing-engines'
import { testOffice, type TestOffice } from '../testing/office'
import { readiness, started } from './readiness'

onEachEngine('readiness of a started application', (kind) => {
  const office = testOffice(kind)
  beforeAll(() => {
    openLog('silent')
    started.set(true)
  })

  const statusWith = async (change: Partial<TestOffice['engine']>) => {
    engine.set({ ...office.engine, ...change })
    return (await readiness()).status
  }

  it('is 200 while notifications can be stored', async () => {
    expect(await statusWith({})).toBe(200)
  })

  it('says when the primary answers for the replica', async () => {
    const status = async () => ({ state: 'behind' as const, behindBytes: 7, answered: 1, passedOn: 2 })
    const replica = { ...office.engine.replica, status } as TestOffice['engine']['replica']
    engine.set({ ...office.engine, replica })
    const answer = await readiness()
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ready', replica: 'behind' }])
  })

  it('names what is not ready', async () => {
    engine.set({ ...office.engine, prepared: () => Promise.reject(new Error('on purpose')) })
    expect(await (await readiness()).json()).toEqual({ status: 'unavailable', missing: ['database'] })
    engine.set({ ...office.engine, hasSpace: async () => false })
    expect(await (await readiness()).json()).toEqual({ status: 'unavailable', missing: ['disk'] })
  })

  it('is 503 if a notification cannot be stored, the disk is full, or the server shuts down', async () => {
    expect(await statusWith({ prepared: () => Promise.reject(new Error('on purpose')) })).toBe(503)
    expect(await statusWith({ hasSpace: async () => false })).toBe(503)
    expect(await statusWith({ ending: AbortSignal.abort() })).toBe(503)
    expect(await statusWith({})).toBe(200)
  })
})
