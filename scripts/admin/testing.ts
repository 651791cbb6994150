import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { openEngine, type Engine } from '@/lib/db/engine'
import { createSealer } from '@/lib/db/sealing'
import { freshDatabase, freshFolder, type testEngines } from '@/lib/db/testing'
import { serverMigrations } from '@/lib/start/migrations'
import { adminCommand, inProcess as runInProcess } from '../lib/backup/testing'

const run = promisify(execFile)

export type AdminPlace = Awaited<ReturnType<typeof openAdminPlace>>

/** For tests: a database, and `npm run admin` on it, without npm. An embedded one is open only within `withEngine`. */
export async function openAdminPlace(kind: (typeof testEngines)[number]['kind']) {
  const place = kind === 'embedded' ? await freshFolder() : await freshDatabase()
  const { storage, drop } = place
  const sealer = createSealer(randomBytes(32))
  const withEngine = async <Result>(
    work: (engine: Engine) => Promise<Result>,
    using = sealer,
  ): Promise<Result> => {
    const migrations = [serverMigrations]
    const engine = await openEngine({ storage, migrations, sealer: using, onError: () => {} })
    try {
      return await work(engine)
    } finally {
      await engine.close()
    }
  }
  const where =
    'dataDir' in storage
      ? { DATA_DIR: storage.dataDir, DATABASE_URL: '' }
      : { DATABASE_URL: storage.databaseUrl, DATA_DIR: '' }
  const office = { APP_URL: 'https://office.example', ...where }
  const admin = async (args: string[], settings: Record<string, string> = {}) => {
    const env = { ...process.env, ...office, ...settings }
    return run(process.execPath, [...adminCommand, ...args], { env }).then(
      ({ stdout }) => ({ code: 0, text: stdout }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, text: stderr }),
    )
  }
  const inProcess = (args: string[], settings: Record<string, string> = {}) =>
    runInProcess(args, { ...office, ...settings })
  return { withEngine, admin, inProcess, drop, where, dataDir: 'dataDir' in storage ? storage.dataDir : null }
}
