import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { serverMigrations } from '../start/migrations'
import { openEngine, type Engine } from './engine'
import { createSealer } from './sealing'
import { freshDatabase } from './testing'

it.skipIf(!process.env.TEST_DATABASE_URL)(
  'several instances may start together on an empty database',
  async () => {
    const { storage, drop } = await freshDatabase({ isEmpty: true })
    const failures: Error[] = []
    const start = async (): Promise<Engine> => {
      const engine = await openEngine({
        storage,
        migrations: [serverMigrations],
        sealer: createSealer(randomBytes(32)),
        onError: (error) => failures.push(error),
      })
      for (const name of ['one', 'two', 'three']) {
        await engine.queues.eachMinute(name, async () => {})
      }
      return engine
    }
    const starts = await Promise.allSettled(Array.from({ length: 4 }, start))
    const engines = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    await Promise.all(engines.map((engine) => engine.close()))
    await drop()
    expect(starts.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))).toEqual([])
    expect(failures).toEqual([])
  },
)
