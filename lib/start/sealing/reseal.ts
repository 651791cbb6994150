import 'server-only'
import { unwatchFile, watchFile } from 'node:fs'
import { and, eq, sql } from 'drizzle-orm'
import { recordActivity } from '../../core/server/activity/record'
import type { Config } from '../../core/server/config/config'
import { log } from '../../core/server/log/log'
import { keysOf } from '../../core/server/secrets/secrets'
import { sealing } from '../../core/server/tables/installation'
import { activity } from '../../core/server/tables/requests'
import type { Engine } from '../../db/engine'
import { countOthers, reseal, type SealedColumn } from '../../db/resealing'
import type { SealingKeys } from '../../db/sealing'
import { changeSecrets, keyIdOf, readSecrets, type Secrets } from '../../keys/secrets-file.mjs'
import { noteKey } from './sealing'

const queue = 'sealing.renew'
/** How long one turn takes. The next minute continues. */
const turnMs = 60_000
/**
 * How long the old key is kept after another one seals. By then every process has read the new one, and no transaction
 * is open that sealed with the old one.
 */
const keepMinutes = 10
const lookEveryMs = 1_000
/** How long nothing is looked at after the old key was given up while the environment still has it. */
const restMs = 10 * 60_000

/** The keys now in the file; null: the environment has the keys, or the file is gone or cannot be read. */
export function keysInFile(file: string | null): SealingKeys | null {
  if (file === null) return null
  try {
    const kept = readSecrets(file)
    if (!kept) {
      log().error({ event: 'sealing.file_missing' }, 'the file with the sealing key is missing; put it back')
      return null
    }
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
  const { queues, sealer, ending } = engine
  let restsUntil = 0
  await queues.eachMinute(queue, async () => {
    const now = performance.now()
    if (now < restsUntil) return
    if (await resealAll(engine, { file, columns, until: now + turnMs })) restsUntil = now + restMs
  })
  await queues.send(queue, {}, { key: queue })
  if (file === null) return
  const look = () => {
    const keys = keysInFile(file)
    if (keys === null) return
    engine.inBackground(
      async () => {
        const isNew = (await adopt(engine, keys)) && (await noteKey(engine.db, sealer))
        restsUntil = 0
        if (isNew) await queues.send(queue, {}, { key: queue })
      },
      (error) => log().error({ err: error }, 'the new sealing key is not noted'),
    )
  }
  watchFile(file, { interval: lookEveryMs, persistent: false }, look)
  ending.addEventListener('abort', () => unwatchFile(file, look))
}

/**
 * Takes over the keys of a file that changed, unless one is missing: the key that seals here, or the old one while it
 * is needed. If one is missing, the keys in memory stay, and the log says so.
 */
export async function adopt(
  { db, sealer }: Pick<Engine, 'db' | 'sealer'>,
  keys: SealingKeys,
): Promise<boolean> {
  const [key, old] = [keyIdOf(keys.key), keys.old && keyIdOf(keys.old)]
  const [known] = await db.select().from(sealing).where(eq(sealing.id, 1))
  const isNext = old !== null && old === known?.keyId && known.oldKeyId === null
  const isKnown = key === known?.keyId && (known.oldKeyId === null || known.oldKeyId === old)
  if (isNext || isKnown) sealer.adopt(keys)
  else log().error({ event: 'sealing.file_refused', key, old }, 'the file lacks a sealing key that is needed; put it back') // prettier-ignore
  return isNext || isKnown
}

type Work = {
  file: string | null
  columns: readonly SealedColumn[]
  /** In the time of `performance.now()`. */
  until: number
  keptMinutes?: number
}

/**
 * Seals everything with the present key, and then gives up the old one. After a kill, the next run continues. While this
 * process still has the old key, later runs seal again what an instance that started late sealed with it. Returns
 * whether the old key is given up and nothing is left.
 */
export async function resealAll(
  engine: Pick<Engine, 'db' | 'sealer' | 'ending'>,
  { file, columns, until, keptMinutes = keepMinutes }: Work,
): Promise<boolean> {
  const { db, sealer, ending } = engine
  const { key, old } = sealer.keyIds()
  const [known] = await db.select().from(sealing).where(eq(sealing.id, 1))
  // Another process has a newer key, which this one must get first.
  if (known?.keyId !== key) return false
  const isGivenUp = known.checkedKeyId === key && known.oldKeyId === null
  if (isGivenUp && old === null) return true
  if (known.oldKeyId !== null && known.oldKeyId !== old) {
    await missing(db, known.oldKeyId)
    return false
  }
  const isOver = () => performance.now() >= until || ending.aborted
  let [unopened, left] = [0, 0]
  for (const sealed of columns) {
    const lost = await reseal(db, sealed, { sealer, isOver })
    if (lost > 0) log().warn({ event: 'sealing.unopened', column: sealed.name, count: lost }, 'values open with no key') // prettier-ignore
    unopened += lost
  }
  if (isOver()) return false
  for (const sealed of columns) left += await countOthers(db, sealed, sealer)
  if (left > unopened) return false
  await noteUnused(key, file)
  // What a process sealed with the old key just before it read the new one is found by a later run.
  const isKept = known.oldKeyId !== null && known.keySince.valueOf() > Date.now() - keptMinutes * 60_000
  if (isKept) return false
  if (!isGivenUp) await retire(engine, { key, old: known.oldKeyId })
  if (old !== null) await forgetInFile(engine, key, file)
  return true
}

/** The old key got lost half-way: its values would be lost too, so it is not given up. */
async function missing(db: Engine['db'], old: string): Promise<void> {
  log().error({ event: 'sealing.key_missing', key: old }, 'the old sealing key is missing; put it back')
  const action = 'installation.sealing_key_missing'
  const whereRecorded = and(eq(activity.action, action), sql`${activity.detail}->>'key' = ${old}`)
  if ((await db.$count(activity, whereRecorded)) === 0)
    await recordActivity(db, { shop: null, actor: null }, { action, detail: { key: old } })
}

async function retire(
  { db }: Pick<Engine, 'db'>,
  { key, old }: { key: string; old: string | null },
): Promise<void> {
  const isRetired = await db.transaction(async (tx) => {
    // Another process may have retired it, or recorded a newer key, meanwhile.
    const whereSealing = and(
      eq(sealing.id, 1),
      eq(sealing.keyId, key),
      sql`${sealing.oldKeyId} IS NOT DISTINCT FROM ${old}`,
    )
    const [retired] = await tx
      .update(sealing)
      .set({ oldKeyId: null, checkedKeyId: key })
      .where(whereSealing)
      .returning({ id: sealing.id })
    if (!retired || old === null) return false
    const entry = { action: 'installation.sealing_key_retired', detail: { key: old } } as const
    await recordActivity(tx, { shop: null, actor: null }, entry)
    return true
  })
  if (isRetired) log().info({ event: 'sealing.key_retired', key: old }, 'nothing is sealed with the old key') // prettier-ignore
}

/**
 * Changes the content of the file while it has the old key `key`. The command may have written a newer key that is not
 * read here yet: the old key beside that one is the only one that opens anything. Returns the new content; null: the
 * file was not changed.
 */
async function changeWith(
  key: string,
  file: string | null,
  change: (kept: Secrets) => Secrets | null,
): Promise<Secrets | null> {
  const isOld = (kept: Secrets | null) =>
    kept?.old_sealing_key !== undefined && keyIdOf(keysOf(kept).sealingKey) === key
  if (file === null || !isOld(readSecrets(file))) return null
  let changed: Secrets | null = null
  await changeSecrets(file, (now) => (changed = isOld(now) ? change(now) : null))
  return changed
}

/** Notifies the waiting command. */
const noteUnused = (key: string, file: string | null) =>
  changeWith(key, file, (kept) => (kept.is_old_key_unused ? null : { ...kept, is_old_key_unused: true }))

/** Removes from the file an old key that the database no longer knows. */
async function forgetInFile({ sealer }: Pick<Engine, 'sealer'>, key: string, file: string | null) {
  const rest = await changeWith(
    key,
    file,
    ({ old_sealing_key: _old, is_old_key_unused: _unused, ...kept }) => kept,
  )
  if (rest) sealer.adopt({ key: keysOf(rest).sealingKey, old: null })
}
