import 'server-only'
import { z } from 'zod'
import { normalEmail } from '../../account/account-email'
import { adoptLanguages } from '../../i18n/current'
import { defaultLocale, locales, type OfferedLocale } from '../../i18n/locales'
import { singleton } from '../../../db/singleton'
import type { Reach } from '../../../db/outgoing/guarded-request'
import { breachedEnvironment } from './breached'
import { backupConfig, backupEnvironment, type BackupConfig } from './backup'
import { ConfigError } from './config-error'
import { SecretFileError, withSecretFiles } from '../../../keys/secret-files.mjs'
import { oidcEnvironment, oidcProviders, type OidcProvider } from './oidc'
import { listenHost, sandboxReach, selfOrigin } from './listening'
import { mailConfig, mailEnvironment, type MailConfig } from './mail'
import { storageConfig, storageEnvironment, type StorageConfig } from './storage'
import { urlOf } from '../../../gateway/values/url'

/** The addresses of a shop's gateway: {base_url}, {apm_url} and {checkout_url} (docs/gateway.md). */
export type GatewayAddresses = { gatewayUrl: string; apmUrl: string; checkoutUrl: string }

export type Config = StorageConfig & {
  /** The address to listen on; null: all. */
  host: string | null
  /** The origin at which this server can call itself. */
  selfOrigin: string
  isProduction: boolean
  logLevel: string
  /** The default language. */
  defaultLocale: OfferedLocale
  /** Whether browsers that ask for it get the pseudo-locale. */
  hasPseudoLocale: boolean
  /** Number of trusted proxies that write `X-Forwarded-For`. 0: the header is ignored. */
  trustedProxies: number
  /** Public address, without a trailing slash. */
  appUrl: string
  /** Value of `Strict-Transport-Security`; null without HTTPS. */
  transportSecurity: string | null
  /** The destinations that the sandbox shop's outgoing requests may have. */
  sandboxReach: Reach
  /** A session ends after this time without use. */
  sessionIdleSeconds: number
  /** Handlers that need a recent sign-in accept one this long ago. */
  signInAgainSeconds: number
  owner: { email: string; password: string | null }
  /** A list of breached passwords, which new ones must not be in (accounts/new-password.ts). */
  breachedPasswordsFile: string | null
  /** E-mail address of the account whose password is reset at this start. */
  resetPasswordOf: string | null
  /** The token with which Prometheus reads the metrics. Null: metrics are off. */
  metricsToken: string | null
  /** Whether spans go to an OpenTelemetry collector (lib/start/tracing.ts). */
  isTraced: boolean
  /** Null while it does not run. */
  sandbox: SandboxConfig | null
  /** Its settings, whether it runs or not. */
  sandboxIfOn: SandboxConfig
  /** Whether it runs: as the environment sets it (null: not set), and by default. */
  isSandboxGivenOn: boolean | null
  isSandboxUsuallyOn: boolean
  mail: MailConfig
  backup: BackupConfig
  /** The providers through which people can sign in, beside their passwords and passkeys. */
  oidc: OidcProvider[]
  /** Whether they sign in with those at all; false: through providers only (auth/local-sign-in.ts). */
  hasLocalSignIn: boolean
  environmentShop: ({ shopId: number; secretKey: string; mode: 'test' | 'live' } & GatewayAddresses) | null
}

type SandboxConfig = {
  shopId: number
  secretKey: string | null
  isSeeded: boolean
  isLenient: boolean
  url: string
  /** Runs the sandbox without the back office: `npm run sandbox`. */
  isAlone: boolean
}

/** The settings, parsed once at start-up. Other modules read only NODE_ENV and the build's phase from `process.env`. */
export const config = singleton<Config>('config')

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((text) => {
    const url = urlOf(text)
    return !url || (url.pathname === '/' && !url.search)
  }, 'must be an origin, without a path')
  .transform((text) => urlOf(text)?.origin ?? text)
const baseUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''))
const shopId = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be a shop ID, a number')
  .transform(Number)
const filled = z.string().min(1)
const ipAddress = z.union(
  [z.ipv4(), z.ipv6()],
  'must be an IP address, such as 127.0.0.1, or 0.0.0.0 for all',
)
const proxy = z
  .url({
    protocol: /^https?$/,
    error: 'must be the address of an HTTP proxy, such as http://proxy.example:3128',
  })
  // lib/db/outgoing/proxy.ts decodes its account.
  .refine((address) => !/%(?![0-9a-f]{2})/i.test(address), 'must have each % of its account as %25')
  .optional()
const email = z
  .string()
  .overwrite(normalEmail)
  .regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: z
    .string()
    .regex(/^\d+$/, 'must be a port number')
    .transform(Number)
    .pipe(z.int().min(1).max(65_535))
    .default(3000),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  DEFAULT_LANGUAGE: z.enum(locales, `must be one of ${locales.join(', ')}`).default(defaultLocale),
  PSEUDO_LOCALE: z.enum(['on', 'off']).optional(),
  TRUSTED_PROXIES: z
    .string()
    .regex(/^\d$/, 'must be a number of proxies, 0 to 9')
    .transform(Number)
    .default(0),
  APP_URL: origin.optional(),
  HOST: ipAddress.optional(),
  LISTEN_HOST: ipAddress.optional(),
  // Of undici and its neighbours (lib/db/outgoing/proxy.ts), which read them directly.
  HTTP_PROXY: proxy,
  HTTPS_PROXY: proxy,
  ALL_PROXY: proxy,
  http_proxy: proxy,
  https_proxy: proxy,
  all_proxy: proxy,
  HSTS_SUBDOMAINS: z.enum(['on', 'off']).default('on'),
  SESSION_IDLE_HOURS: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number of hours')
    .transform(Number)
    .refine((hours) => hours >= 0.25 && hours <= 168, 'must be a number of hours, 0.25 to 168')
    .default(12),
  SIGN_IN_AGAIN_MINUTES: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number of minutes')
    .transform(Number)
    .refine((minutes) => minutes >= 0.05 && minutes <= 1440, 'must be a number of minutes, 0.05 to 1440')
    .default(15),
  OWNER_EMAIL: email.default('owner@localhost'),
  OWNER_PASSWORD: z.string().min(8, 'must be at least 8 characters').optional(),
  RESET_PASSWORD: email.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  METRICS_TOKEN: z.string().min(16, 'must be at least 16 characters').optional(),
  SANDBOX: z.enum(['on', 'off', 'alone']).optional(),
  SANDBOX_LENIENT: z.enum(['on', 'off']).default('off'),
  SANDBOX_REACH: z.enum(['self', 'machine', 'network']).optional(),
  SANDBOX_SEED: z.enum(['on', 'off']).default('on'),
  SANDBOX_SHOP_ID: shopId.default(361),
  SANDBOX_SECRET_KEY: filled.optional(),
  SHOP_ID: shopId.optional(),
  SHOP_SECRET_KEY: filled.optional(),
  SHOP_MODE: z.enum(['test', 'live']).optional(),
  GATEWAY_URL: baseUrl.optional(),
  APM_URL: baseUrl.optional(),
  CHECKOUT_URL: baseUrl.optional(),
  ...storageEnvironment,
  ...mailEnvironment,
  ...backupEnvironment,
  ...breachedEnvironment,
  LOCAL_SIGN_IN: z.enum(['on', 'off']).default('on'),
  ...oidcEnvironment,
})
type Environment = z.output<typeof environment>

/**
 * Parses the environment. Generates the secrets of an embedded installation once.
 * @throws ConfigError naming the first missing or invalid setting.
 */
export function loadConfig(source: Record<string, string | undefined> = process.env): Config {
  const set = settingsOf(source)
  const parsed = environment.safeParse(set)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new ConfigError(`${String(issue?.path[0])}: ${issue?.message ?? 'is wrong'}`)
  }
  const env = parsed.data
  if (env.LOCAL_SIGN_IN === 'off' && !env.OIDC_PROVIDERS)
    throw new ConfigError('OIDC_PROVIDERS: is required with LOCAL_SIGN_IN=off')
  const host = listenHost(env)
  const own = selfOrigin(host, env.PORT)
  const isSandboxUsuallyOn = env.DATABASE_URL === undefined
  const isSandboxGivenOn = env.SANDBOX === undefined ? null : env.SANDBOX !== 'off'
  const sandboxIfOn = {
    shopId: env.SANDBOX_SHOP_ID,
    secretKey: env.SANDBOX_SECRET_KEY ?? null,
    isSeeded: env.SANDBOX_SEED === 'on',
    isLenient: env.SANDBOX_LENIENT === 'on',
    url: `${own}/sandbox`,
    isAlone: env.SANDBOX === 'alone',
  }
  return {
    host,
    selfOrigin: own,
    isProduction: env.NODE_ENV === 'production',
    logLevel: env.LOG_LEVEL,
    defaultLocale: env.DEFAULT_LANGUAGE,
    hasPseudoLocale: (env.PSEUDO_LOCALE ?? (env.NODE_ENV === 'development' ? 'on' : 'off')) === 'on',
    trustedProxies: env.TRUSTED_PROXIES,
    sessionIdleSeconds: env.SESSION_IDLE_HOURS * 3600,
    signInAgainSeconds: env.SIGN_IN_AGAIN_MINUTES * 60,
    appUrl: env.APP_URL ?? `http://localhost:${env.PORT}`,
    transportSecurity: transportSecurity(env),
    sandboxReach: sandboxReach(env, host),
    owner: { email: env.OWNER_EMAIL, password: env.OWNER_PASSWORD ?? null },
    breachedPasswordsFile: env.BREACHED_PASSWORDS_FILE ?? null,
    resetPasswordOf: env.RESET_PASSWORD ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    isTraced: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    sandbox: (isSandboxGivenOn ?? isSandboxUsuallyOn) ? sandboxIfOn : null,
    sandboxIfOn,
    isSandboxGivenOn,
    isSandboxUsuallyOn,
    mail: mailConfig(env),
    backup: backupConfig(env),
    oidc: oidcProviders(env.OIDC_PROVIDERS, set),
    hasLocalSignIn: env.LOCAL_SIGN_IN === 'on',
    environmentShop: environmentShop(env),
    ...storageConfig(env, set.DATA_DIR !== undefined),
  }
}

function transportSecurity({ APP_URL, HSTS_SUBDOMAINS }: Environment): string | null {
  if (!APP_URL?.startsWith('https:')) return null
  return `max-age=31536000${HSTS_SUBDOMAINS === 'on' ? '; includeSubDomains' : ''}`
}

function settingsOf(source: Record<string, string | undefined>): Record<string, string> {
  try {
    return withSecretFiles(source)
  } catch (error) {
    if (error instanceof SecretFileError) throw new ConfigError(error.message, { cause: error })
    throw error
  }
}

export function adoptConfig(settings: Config): void {
  config.set(settings)
  adoptLanguages({ installation: settings.defaultLocale, hasPseudoLocale: settings.hasPseudoLocale })
  process.env.NEXTAUTH_URL = settings.appUrl // next-auth reads no other place.
}

/** The five settings of a shop are all set or all absent. */
function environmentShop(env: Environment): Config['environmentShop'] {
  const settings = {
    SHOP_ID: env.SHOP_ID,
    SHOP_SECRET_KEY: env.SHOP_SECRET_KEY,
    GATEWAY_URL: env.GATEWAY_URL,
    APM_URL: env.APM_URL,
    CHECKOUT_URL: env.CHECKOUT_URL,
  }
  const missing = Object.entries(settings).filter(([, value]) => value === undefined)
  if (missing.length === 5 && env.SHOP_MODE === undefined) return null
  const { SHOP_ID, SHOP_SECRET_KEY, GATEWAY_URL, APM_URL, CHECKOUT_URL } = settings
  if (!SHOP_ID || !SHOP_SECRET_KEY || !GATEWAY_URL || !APM_URL || !CHECKOUT_URL) {
    throw new ConfigError(`${missing[0]?.[0]}: is required to connect a shop`)
  }
  return {
    shopId: SHOP_ID,
    secretKey: SHOP_SECRET_KEY,
    mode: env.SHOP_MODE ?? 'live',
    gatewayUrl: GATEWAY_URL,
    apmUrl: APM_URL,
    checkoutUrl: CHECKOUT_URL,
  }
}
