import 'server-only'
import path from 'node:path'
import { z } from 'zod'
import { singleton } from '../db/singleton'
import type { Storage } from '../db/pool'
import { ConfigError } from './config-error'
import { ownSecrets } from './secrets'

export { ConfigError }

/** Where a shop's gateway is: {base_url}, {apm_url} and {checkout_url} of the interface. */
export type GatewayAddresses = { gatewayUrl: string; apmUrl: string; checkoutUrl: string }

export type Config = {
  port: number
  production: boolean
  logLevel: string
  /** How many proxies in front of us write `X-Forwarded-For`; 0: none is believed. */
  trustedProxies: number
  storage: Storage
  /** Public address, without a trailing slash. */
  appUrl: string
  authSecret: string
  sealingKey: Buffer
  owner: { email: string; password: string | null }
  /** Whose password is made anew at this start. */
  resetPasswordOf: string | null
  sandbox: {
    shopId: number
    secretKey: string | null
    seed: boolean
    lenient: boolean
    url: string
    /** Without the back office: `npm run sandbox`. */
    alone: boolean
  } | null
  firstLiveShop: ({ shopId: number; secretKey: string } & GatewayAddresses) | null
}

/** The parsed environment. Parsed once, at start-up; no other module reads `process.env`. */
export const config = singleton<Config>('config')

const origin = z
  .url({ protocol: /^https?$/ })
  .refine(
    (text) => !URL.canParse(text) || (new URL(text).pathname === '/' && !new URL(text).search),
    'must be an origin, without a path',
  )
  .transform((text) => (URL.canParse(text) ? new URL(text).origin : text))
const baseUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''))
const shopId = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a shop ID, a number')
  .transform(Number)
const filled = z.string().min(1)
const email = z.string().regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: z
    .string()
    .regex(/^\d+$/, 'must be a port number')
    .transform(Number)
    .pipe(z.int().min(1).max(65_535))
    .default(3000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUSTED_PROXIES: z
    .string()
    .regex(/^\d$/, 'must be a number of proxies, 0 to 9')
    .transform(Number)
    .default(0),
  DATA_DIR: filled.default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  APP_URL: origin.optional(),
  AUTH_SECRET: z.string().min(32, 'must be at least 32 characters').optional(),
  SEALING_KEY: z
    .string()
    .regex(/^([0-9a-f]{64}|[A-Za-z0-9+/]{43}=)$/, 'must be 32 bytes, as 64 hexadecimal digits or Base64')
    .transform((text) => Buffer.from(text, text.length === 64 ? 'hex' : 'base64'))
    .optional(),
  OWNER_EMAIL: email.default('owner@localhost'),
  OWNER_PASSWORD: z.string().min(8, 'must be at least 8 characters').optional(),
  RESET_PASSWORD: email.optional(),
  SANDBOX: z.enum(['on', 'off', 'alone']).optional(),
  SANDBOX_LENIENT: z.enum(['on', 'off']).default('off'),
  SANDBOX_SEED: z.enum(['on', 'off']).default('on'),
  SANDBOX_SHOP_ID: shopId.default(361),
  SANDBOX_SECRET_KEY: filled.optional(),
  SHOP_ID: shopId.optional(),
  SHOP_SECRET_KEY: filled.optional(),
  GATEWAY_URL: baseUrl.optional(),
  APM_URL: baseUrl.optional(),
  CHECKOUT_URL: baseUrl.optional(),
})
type Environment = z.output<typeof environment>

/**
 * Parses the environment and makes, once, the secrets of an embedded installation.
 * @throws ConfigError naming the first setting that is missing or wrong.
 */
export function loadConfig(source: Record<string, string | undefined> = process.env): Config {
  const set = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message ?? 'is wrong'}`)
  }
  const env = parsed.data
  const sandbox = env.SANDBOX ?? (env.DATABASE_URL ? 'off' : 'on')
  return {
    port: env.PORT,
    production: env.NODE_ENV === 'production',
    logLevel: env.LOG_LEVEL,
    trustedProxies: env.TRUSTED_PROXIES,
    appUrl: env.APP_URL ?? `http://localhost:${env.PORT}`,
    owner: { email: env.OWNER_EMAIL, password: env.OWNER_PASSWORD ?? null },
    resetPasswordOf: env.RESET_PASSWORD ?? null,
    sandbox:
      sandbox !== 'off'
        ? {
            shopId: env.SANDBOX_SHOP_ID,
            secretKey: env.SANDBOX_SECRET_KEY ?? null,
            seed: env.SANDBOX_SEED === 'on',
            lenient: env.SANDBOX_LENIENT === 'on',
            url: `http://127.0.0.1:${env.PORT}/sandbox`,
            alone: sandbox === 'alone',
          }
        : null,
    firstLiveShop: firstLiveShop(env),
    ...storage(env),
  }
}

function storage(env: Environment): Pick<Config, 'storage' | 'authSecret' | 'sealingKey'> {
  if (!env.DATABASE_URL) {
    const dataDir = path.resolve(/* turbopackIgnore: true */ process.cwd(), env.DATA_DIR)
    const own = ownSecrets(dataDir)
    return {
      storage: { dataDir },
      authSecret: env.AUTH_SECRET ?? own.authSecret,
      sealingKey: env.SEALING_KEY ?? own.sealingKey,
    }
  }
  // Several instances share the database, so secrets that one of them made up would not do.
  if (!env.AUTH_SECRET) throw new ConfigError('AUTH_SECRET: is required with DATABASE_URL')
  if (!env.SEALING_KEY) throw new ConfigError('SEALING_KEY: is required with DATABASE_URL')
  return {
    storage: { databaseUrl: env.DATABASE_URL },
    authSecret: env.AUTH_SECRET,
    sealingKey: env.SEALING_KEY,
  }
}

/** Makes `settings` those of this process. */
export function adoptConfig(settings: Config): void {
  config.set(settings)
  process.env.NEXTAUTH_URL = settings.appUrl // next-auth reads it from nowhere else.
}

/** The five settings of a first live shop come together or not at all. */
function firstLiveShop(env: Environment): Config['firstLiveShop'] {
  const settings = {
    SHOP_ID: env.SHOP_ID,
    SHOP_SECRET_KEY: env.SHOP_SECRET_KEY,
    GATEWAY_URL: env.GATEWAY_URL,
    APM_URL: env.APM_URL,
    CHECKOUT_URL: env.CHECKOUT_URL,
  }
  const missing = Object.entries(settings).filter(([, value]) => value === undefined)
  if (missing.length === 5) return null
  const { SHOP_ID, SHOP_SECRET_KEY, GATEWAY_URL, APM_URL, CHECKOUT_URL } = settings
  if (!SHOP_ID || !SHOP_SECRET_KEY || !GATEWAY_URL || !APM_URL || !CHECKOUT_URL) {
    throw new ConfigError(`${missing[0]?.[0]}: is required to connect a live shop`)
  }
  return {
    shopId: SHOP_ID,
    secretKey: SHOP_SECRET_KEY,
    gatewayUrl: GATEWAY_URL,
    apmUrl: APM_URL,
    checkoutUrl: CHECKOUT_URL,
  }
}
