import 'server-only'
import path from 'node:path'
import { z } from 'zod'
import { anchorFileIn } from '../../../chain/anchors.mjs'
import { secretsFileIn } from '../../../keys/secrets-file.mjs'
import type { Storage } from '../../../db/connection/pool'
import { ConfigError } from './config-error'
import { ownSecrets } from '../secrets/secrets'

const key = z
  .string()
  .regex(/^([0-9a-f]{64}|[A-Za-z0-9+/]{43}=)$/, 'must be 32 bytes, as 64 hexadecimal digits or Base64')
  .transform((text) => Buffer.from(text, text.length === 64 ? 'hex' : 'base64'))

/** Fewer would deadlock: the start holds one, and queues use another. */
const connections = 'must be a number of connections, 3 to 999'

/** libpq takes several hosts and finds the primary; node-postgres takes one. */
const serverUrl = z
  .string()
  .refine((url) => !/^[^/]*\/\/[^/?]*,/.test(url), {
    error:
      'names several servers; name a proxy that leads to the primary (docs/operations.md, “A standby for PostgreSQL”)',
    abort: true,
  })
  .pipe(z.url({ protocol: /^postgres(ql)?$/ }))

/** Where data and the secrets of this installation are. */
export const storageEnvironment = {
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: serverUrl.optional(),
  DATABASE_DIRECT_URL: serverUrl.optional(),
  DATABASE_READ_URL: serverUrl.optional(),
  DATABASE_POOL_SIZE: z
    .string()
    .regex(/^\d+$/, connections)
    .transform(Number)
    .refine((count) => count >= 3 && count <= 999, connections)
    .optional(),
  AUTH_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  SECRETS_FILE: z.string().min(1).optional(),
  SEALING_KEY: key.optional(),
  OLD_SEALING_KEY: key.optional(),
}

type Environment = z.output<z.ZodObject<typeof storageEnvironment>>

export type StorageConfig = {
  storage: Storage
  /** Where the daily anchors of activity are written; null: to the log only. */
  anchorFile: string | null
  authSecret: string
  sealingKey: Buffer
  /** Opens what was sealed before the sealing key was replaced; null: nothing was. */
  oldSealingKey: Buffer | null
  /**
   * The file with the sealing key, which `rotate-sealing-key` changes while the application runs; null: the environment
   * has it.
   */
  secretsFile: string | null
  /** Where the key is set, for messages. */
  sealingKeySource: string
}

/** @throws ConfigError if a secret is missing */
export function storageConfig(env: Environment, isFolderSet: boolean): StorageConfig {
  const dataDir = path.resolve(/* turbopackIgnore: true */ process.cwd(), env.DATA_DIR)
  const { AUTH_SECRET: authSecret, SEALING_KEY: given, OLD_SEALING_KEY: oldSealingKey = null } = env
  if (env.DATABASE_POOL_SIZE && !env.DATABASE_URL)
    throw new ConfigError('DATABASE_POOL_SIZE: is of PostgreSQL; set DATABASE_URL too, or unset it')
  if (oldSealingKey && !given) throw new ConfigError('SEALING_KEY: is required with OLD_SEALING_KEY')
  if (oldSealingKey && given?.equals(oldSealingKey))
    throw new ConfigError('OLD_SEALING_KEY: is the same key as SEALING_KEY')
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    throw new ConfigError('DATABASE_URL: is required with DATABASE_DIRECT_URL')
  if (env.DATABASE_READ_URL && !env.DATABASE_URL)
    throw new ConfigError('DATABASE_URL: is required with DATABASE_READ_URL')
  const place = env.DATABASE_URL
    ? {
        storage: {
          databaseUrl: env.DATABASE_URL,
          directUrl: env.DATABASE_DIRECT_URL,
          readUrl: env.DATABASE_READ_URL,
          poolSize: env.DATABASE_POOL_SIZE,
        },
        anchorFile: isFolderSet ? anchorFileIn(dataDir) : null,
      }
    : { storage: { dataDir }, anchorFile: anchorFileIn(dataDir) }
  const fromEnvironment = { oldSealingKey, secretsFile: null, sealingKeySource: 'SEALING_KEY: this' }
  if (env.DATABASE_URL && env.SECRETS_FILE === undefined) {
    // Instances that share a database need the same secrets.
    if (!authSecret) throw new ConfigError('AUTH_SECRET: is required with DATABASE_URL')
    if (!given) throw new ConfigError('SEALING_KEY: is required with DATABASE_URL')
    return { ...place, ...fromEnvironment, authSecret, sealingKey: given }
  }
  const setting = env.SECRETS_FILE === undefined ? 'DATA_DIR' : 'SECRETS_FILE'
  const file =
    env.SECRETS_FILE === undefined
      ? secretsFileIn(dataDir)
      : path.resolve(/* turbopackIgnore: true */ process.cwd(), env.SECRETS_FILE)
  const sealedFolder = env.DATABASE_URL || given ? null : dataDir
  const own = ownSecrets({ file, setting, sealedFolder })
  const secrets = { ...place, authSecret: authSecret ?? own.authSecret }
  if (given) return { ...secrets, ...fromEnvironment, sealingKey: given }
  const { sealingKey, oldSealingKey: kept } = own
  const sealingKeySource = `${setting}: the key in ${file}`
  return { ...secrets, sealingKey, oldSealingKey: kept, secretsFile: file, sealingKeySource }
}
