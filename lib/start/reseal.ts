import 'server-only'
import { unwatchFile, watchFile } from 'node:fs'
import { eq, sql } from 'drizzle-orm'
import { recordActivity } from '../core/server/activity/record'
import type { Config } from '../core/server/config'
import { log } from '../core/server/log'
import { keysOf } from '../core/server/secrets'
import { sealing } from '../core/server/tables/installation'
import type { Engine } from '../db/engine'
import { countOthers, reseal, type SealedColumn } from '../db/resealing'
import type { SealingKeys } from '../db/sealing'
import { keyIdOf, readSecrets, replaceSecrets, type Secrets } from '../keys/secrets-file.mjs'
import { noteKey } from './sealing'

const queue = 'sealing.renew'
/** How long one job works. The next minute goes on. */
const jobMs = 60_000
/**
 * How long the old key is kept after another one seals. By then every process has read the new one, and no transaction
 * is open that sealed with the old one.
 */
const keepMinutes = 10
const lookEveryMs = 1_000

/** The keys in the file as it is now; null: the environment has the keys, or the file cannot be read. */
export function keysInFile(file: string | null): SealingKeys | null {
  if (file === null) return null
  try {
    const kept = readSecrets(file)
    if (!kept) return null
    const { sealingKey: key, oldSealingKey: old } = keysOf(kept)
    return { key, old }
  } catch (error) {
    log().error({ err: error }, 'the file with the sealing key cannot be read')
    return null
  }
}

type Place = Pick<Config, 'secretsFile'>

/**
 * Takes over a new sealing key that `npm run admin -- rotate-sealing-key` wrote, and seals everything with it. The same
 * work gives values of earlier releases the ID of their key.
 */
export async function startResealing(
  engine: Engine,
  { secretsFile: file }: Place,
  columns: readonly SealedColumn[],
): Promise<void> {
  const { jobs, sealer, ending } = engine
  await jobs.define(queue, () => resealAll(engine, { file, columns, until: performance.now() + jobMs }))
  await jobs.schedule(queue, '* * * * *')
  await jobs.send(queue, {}, { key: queue })
  if (file === null) return
  const look = () => {
    const keys = keysInFile(file)
    if (keys === null) return
    sealer.adopt(keys)
    engine.inBackground(
      async () => {
        if (await noteKey(engine.db, sealer)) await jobs.send(queue, {}, { key: queue })
      },
      (error) => log().error({ err: error }, 'the new sealing key is not noted'),
    )
  }
  watchFile(file, { interval: lookEveryMs, persistent: false }, look)
  ending.addEventListener('abort', () => unwatchFile(file, look))
}

type Work = {
  file: string | null
  columns: readonly SealedColumn[]
  /** In the time of `performance.now()`. */
  until: number
  keptMinutes?: number
}

/** Seals everything with the present key, and then gives up the old one. After a kill, the next run goes on. */
export async function resealAll(
  engine: Pick<Engine, 'db' | 'sealer' | 'ending'>,
  { file, columns, until, keptMinutes = keepMinutes }: Work,
): Promise<void> {
  const { db, sealer, ending } = engine
  const { key, old } = sealer.keyIds()
  const [known] = await db.select().from(sealing).where(eq(sealing.id, 1))
  // Another process has a newer key: this one has to be told of it first.
  if (known?.keyId !== key) return
  if (known.checkedKeyId === key && known.oldKeyId === null) return forgetInFile(engine, key, file)
  const isOver = () => performance.now() >= until || ending.aborted
  let [unopened, left] = [0, 0]
  for (const sealed of columns) {
    const lost = await reseal(db, sealed, { sealer, isOver })
    if (lost > 0) log().warn({ event: 'sealing.unopened', column: sealed.name, count: lost }, 'values open with no key') // prettier-ignore
    unopened += lost
  }
  if (isOver()) return
  for (const sealed of columns) left += await countOthers(db, sealed, sealer)
  if (left > unopened) return
  noteUnused(key, file)
  // What a process sealed with the old key just before it read the new one is found by a later run.
  const isKept = known.oldKeyId !== null && known.keySince.valueOf() > Date.now() - keptMinutes * 60_000
  if (isKept) return
  await retire(engine, { key, old: known.oldKeyId })
  if (old === null) return
  forgetInFile(engine, key, file)
}

async function retire(
  { db }: Pick<Engine, 'db'>,
  { key, old }: { key: string; old: string | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(sealing)
      .set({ oldKeyId: null, checkedKeyId: key })
      .where(sql`${sealing.id} = 1 AND ${sealing.keyId} = ${key}`)
    if (old === null) return
    const entry = { action: 'installation.sealing_key_retired', detail: { key: old } } as const
    await recordActivity(tx, { shop: null, actor: null }, entry)
  })
  if (old !== null) log().info({ event: 'sealing.key_retired', key: old }, 'nothing is sealed with the old key') // prettier-ignore
}

/**
 * What the file holds, if its key is this one. The command may have written a newer key that is not read here yet: the old
 * key beside that one is the only one that opens anything.
 */
function secretsWith(key: string, file: string | null): Secrets | null {
  const kept = file === null ? null : readSecrets(file)
  return kept && keyIdOf(keysOf(kept).sealingKey) === key ? kept : null
}

/** Tells the command that waits. */
function noteUnused(key: string, file: string | null): void {
  const kept = secretsWith(key, file)
  if (file === null || !kept?.old_sealing_key || kept.is_old_key_unused) return
  replaceSecrets(file, { ...kept, is_old_key_unused: true })
}

/** Removes an old key from the file that the database no longer knows. */
function forgetInFile({ sealer }: Pick<Engine, 'sealer'>, key: string, file: string | null): void {
  const kept = secretsWith(key, file)
  if (file === null || !kept?.old_sealing_key) return
  const { old_sealing_key: _old, is_old_key_unused: _unused, ...rest } = kept
  replaceSecrets(file, rest)
  sealer.adopt({ key: keysOf(rest).sealingKey, old: null })
}
