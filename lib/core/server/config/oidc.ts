import 'server-only'
import { z } from 'zod'
import { roles, type Role } from '../../permissions'
import { ConfigError } from './config-error'

/** An OpenID provider through which people can sign in. */
export type OidcProvider = {
  /** Part of addresses and of the names of its settings. */
  id: string
  /** Stands on the button. */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  /**
   * The claim that gives roles, and which role each of its values gives. Without grants, the provider gives no roles.
   */
  rolesClaim: string
  grants: Grant[]
  demands: Demands
}

/** How a person must have signed in at the provider. */
export type Demands = {
  /** The `acr` of the ID token must be one of these. An empty list accepts any. */
  acrValues: string[]
  /** Each of these is in its `amr`. */
  amr: string[]
  /** The longest time in minutes since the person signed in at the provider (`auth_time`). Null accepts any. */
  maxAgeMinutes: number | null
}

/** What a value of the claim gives: a role in a shop, or (`shop` is null) administration of the installation. */
type Grant = { value: string } & ({ shop: string; role: Role } | { shop: null; role: 'administrator' })

const ids = z
  .string()
  .transform((text) => text.split(',').map((id) => id.trim()))
  .pipe(
    z.array(
      z
        .string()
        .regex(
          /^[a-z][a-z0-9]{0,29}$/,
          'must be names of lower-case letters and digits, separated by commas',
        ),
    ),
  )
  .refine(
    (all) => new Set(all).size === all.length && !all.includes('credentials'),
    'must be different names',
  )

export const oidcEnvironment = { OIDC_PROVIDERS: ids.optional() }

const settings = z.object({
  ISSUER: z.url({ protocol: /^https?$/, error: 'must be an address' }),
  CLIENT_ID: z.string({ error: 'is required' }).max(500),
  CLIENT_SECRET: z.string({ error: 'is required' }).max(2000),
  NAME: z.string().max(60).optional(),
  ROLES_CLAIM: z.string().max(200).optional(),
  ROLES: z.string().max(10_000).optional(),
  ACR_VALUES: z.string().max(2000).default(''),
  AMR: z.string().max(2000).default(''),
  MAX_AGE_MINUTES: z.coerce
    .number('must be a number of minutes')
    .int('must be a number of minutes')
    .min(1, 'must be at least 1')
    .max(10_080, 'must be at most 10080')
    .nullable()
    .default(null),
})

/**
 * Reads the settings of each provider that `OIDC_PROVIDERS` names.
 * @throws ConfigError naming the first missing or invalid setting
 */
export function oidcProviders(
  named: readonly string[] | undefined,
  source: Record<string, string | undefined>,
): OidcProvider[] {
  return (named ?? []).map((id) => {
    const prefix = `OIDC_${id.toUpperCase()}_`
    const of = (key: string) => source[prefix + key] || undefined
    const parsed = settings.safeParse({
      ISSUER: of('ISSUER'),
      CLIENT_ID: of('CLIENT_ID'),
      CLIENT_SECRET: of('CLIENT_SECRET'),
      NAME: of('NAME'),
      ROLES_CLAIM: of('ROLES_CLAIM'),
      ROLES: of('ROLES'),
      ACR_VALUES: of('ACR_VALUES'),
      AMR: of('AMR'),
      MAX_AGE_MINUTES: of('MAX_AGE_MINUTES'),
    })
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new ConfigError(`${prefix}${String(issue?.path[0])}: ${issue?.message ?? 'is wrong'}`)
    }
    const { ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, NAME: name = id } = parsed.data
    const { protocol, hostname } = new URL(issuer)
    if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      throw new ConfigError(`${prefix}ISSUER: must begin with https, except on this computer`)
    const { ROLES_CLAIM: rolesClaim = 'groups', ROLES = '' } = parsed.data
    const grants = ROLES === '' ? [] : ROLES.split(',').map((text) => grantOf(`${prefix}ROLES`, text.trim()))
    const demands = {
      acrValues: words(parsed.data.ACR_VALUES),
      amr: words(parsed.data.AMR),
      maxAgeMinutes: parsed.data.MAX_AGE_MINUTES,
    }
    return {
      id,
      name,
      issuer: issuer.replace(/\/+$/, ''),
      clientId,
      clientSecret,
      rolesClaim,
      grants,
      demands,
    }
  })
}

const words = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '')

/** Reads `value=shop:role` or `value=administrator`. A value may itself hold `=` and `:`. */
function grantOf(setting: string, text: string): Grant {
  const [, value = '', given = ''] = /^(.+)=([^=]+)$/.exec(text) ?? []
  if (given === 'administrator') return { value, shop: null, role: given }
  const [, shop = '', name] = /^([^:\s]+):(\w+)$/.exec(given) ?? []
  const role = roles.find((one) => one === name)
  if (!role)
    throw new ConfigError(`${setting}: must be value=shop:role or value=administrator, separated by commas`)
  return { value, shop, role }
}

/** Where a provider describes itself (OpenID Connect Discovery 1.0). */
export const discoveryAddress = ({ issuer }: Pick<OidcProvider, 'issuer'>): string =>
  `${issuer}/.well-known/openid-configuration`
