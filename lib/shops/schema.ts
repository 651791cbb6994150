/** Shops and their connection to the gateway, on our own API. Secrets go in and never come out. */
import { z } from 'zod'
import { timeZone } from '../core/lists/list'
import { shopModes } from '../core/shop'
import { isLine } from '../gateway/values/schemas'
import { urlOf } from '../gateway/values/url'

export const gatewayAddressNames = ['gateway_url', 'apm_url', 'checkout_url'] as const
export type GatewayAddressNames = (typeof gatewayAddressNames)[number]

/** Ends of addresses that belong to an endpoint, not to the base address. */
const endpointEnd = /\/(products|customers|transactions\/tokenizations|ctp\/api\/checkouts)$/

/** A base address of the gateway, without a slash at its end. Plain HTTP is judged by the network it leads to. */
export const gatewayAddress = z
  .string()
  .trim()
  .min(1, 'required')
  .max(500)
  .transform((text) => text.replace(/\/+$/, ''))
  .refine(isBaseAddress, 'invalid_url')
  .refine((text) => !endpointEnd.test(text), 'address_of_an_endpoint')
  .transform((text) => urlOf(text)?.href.replace(/\/+$/, '') ?? text)

/** Whether it is on the web, without an account, a query or a fragment. */
function isBaseAddress(text: string): boolean {
  const url = urlOf(text)
  if (!url) return false
  const { protocol, username, password, search, hash } = url
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '')
}

/** A secret key as copied: spaces and line ends around it are not part of it, and not allowed within it. */
const secretKeyText = z
  .string()
  .trim()
  .min(1, 'required')
  .max(500)
  .regex(/^[^\s\p{Cc}]*$/u, 'space_within')

const gatewayShopId = z
  .union([z.int(), z.string().trim()], 'not_a_number')
  .transform(String)
  .pipe(
    z
      .string()
      .min(1, 'required')
      .regex(/^[1-9]\d{0,8}$/, 'not_a_shop_id')
      .transform(Number),
  )

const publicKey = z
  .string()
  .trim()
  .max(10_000)
  .nullable()
  .transform((text) => text || null)

const addresses = { gateway_url: gatewayAddress, apm_url: gatewayAddress, checkout_url: gatewayAddress }

/** One line, because it appears in mails. */
const name = z.string().trim().min(1, 'required').max(80).refine(isLine, 'not_a_line')
/** The modes of a shop at a provider. */
export const providerModes = ['test', 'live'] as const
const providerMode = z.enum(providerModes, { error: 'invalid_choice' })

/** The values to test a connection with. */
export const connectionTest = z.strictObject({
  gateway_shop_id: gatewayShopId,
  secret_key: secretKeyText,
  ...addresses,
  public_key: publicKey.default(null),
})
export type ConnectionTest = z.output<typeof connectionTest>

/** What a shop has anywhere. `time_zone`: of its days (docs/decisions/0042-time-zone-of-a-shop.md). */
const newShop = { name, time_zone: timeZone.nullable().default(null) }

export const shopCreate = z.strictObject({
  ...newShop,
  mode: providerMode,
  ...connectionTest.shape,
  /** Saves the shop although the test failed. */
  accept_untested: z.boolean({ error: 'not_a_boolean' }).default(false),
})
export type ShopCreate = z.output<typeof shopCreate>
export type ShopCreateInput = z.input<typeof shopCreate>

/** A shop at the sandbox of this installation: its credentials are made up. */
export const sandboxShopCreate = z.strictObject({ ...newShop, mode: z.literal('sandbox') })

export const anyShopCreate = z.discriminatedUnion('mode', [
  sandboxShopCreate,
  shopCreate.extend({ mode: z.literal('test') }),
  shopCreate.extend({ mode: z.literal('live') }),
])
export type AnyShopCreate = z.output<typeof anyShopCreate>

export const createdShop = z.object({ id: z.string() })

/** The steps of a test, in order. A step after one that failed is skipped. */
export const checkNames = ['name', 'connection', 'tls', 'authentication', 'answer', 'clock'] as const

/** What a step found. `shops.checks.<code>` says what it means, and `shops.remedies.<code>` what to do about it. */
const checkCodes = [
  'fine',
  'skipped',
  'name_found',
  'name_for_proxy',
  'name_not_found',
  'name_unanswered',
  'address_refused',
  'plain_http',
  'plain_http_allowed',
  'speaks_https',
  'connected',
  'connected_through_proxy',
  'proxy_refused',
  'proxy_unreachable',
  'connection_refused',
  'connection_late',
  'connection_failed',
  'certificate_fine',
  'certificate_ends_soon',
  'certificate_other_name',
  'certificate_expired',
  'certificate_not_yet',
  'certificate_unknown',
  'certificate_self_signed',
  'no_tls',
  'credentials_fine',
  'credentials_wrong',
  'credentials_unknown',
  'tokenization_closed',
  'shape_fine',
  'list_slow',
  'answer_late',
  'answer_cut',
  'redirect',
  'path_unknown',
  'web_page',
  'not_json',
  'other_json',
  'rate_limited',
  'gateway_error',
  'other_status',
  'clock_fine',
  'clock_differs',
  'no_clock',
] as const
export type CheckCode = (typeof checkCodes)[number]

const check = z.object({
  name: z.enum(checkNames),
  state: z.enum(['ok', 'warning', 'failed', 'skipped']),
  code: z.enum(checkCodes),
  /** Values for the texts. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})
export type Check = z.output<typeof check>

const addressReport = z.object({
  address: z.enum(gatewayAddressNames),
  /** The request that was sent. */
  request: z.string(),
  took_ms: z.int(),
  checks: z.array(check),
})
export type AddressReport = z.output<typeof addressReport>

const publicKeyKinds = ['rsa', 'none', 'private', 'certificate', 'other_kind', 'unreadable'] as const
export type PublicKeyKind = (typeof publicKeyKinds)[number]

export const connectionReport = z.object({
  /** Whether nothing failed. Warnings are not failures. */
  is_usable: z.boolean(),
  tested_at: z.iso.datetime(),
  addresses: z.array(addressReport),
  public_key: z.object({ kind: z.enum(publicKeyKinds), bits: z.int().nullable() }),
})
export type ConnectionReport = z.output<typeof connectionReport>

const personName = z.string().nullable()

/** A shop's connection. `set_by` null: the environment. */
export const shopConnection = z.object({
  name: z.string(),
  mode: z.enum(shopModes),
  /** IANA name; null: figures are in the viewer's zone. */
  time_zone: z.string().nullable(),
  gateway_shop_id: z.int(),
  gateway_url: z.string(),
  apm_url: z.string(),
  checkout_url: z.string(),
  version: z.int(),
  archived: z.object({ at: z.iso.datetime(), by: personName }).nullable(),
  /** `last_four`: null if no sealing key opens it, so that it has to be entered again. */
  secret_key: z.object({ last_four: z.string().nullable(), set_at: z.iso.datetime(), set_by: personName }),
  /** Replaced keys that still count as evidence of notifications, and can be used again. Latest first. */
  old_keys: z.array(
    z.object({
      id: z.string(),
      last_four: z.string().nullable(),
      replaced_at: z.iso.datetime(),
      replaced_by: personName,
      until: z.iso.datetime(),
    }),
  ),
})
export type ShopConnection = z.output<typeof shopConnection>

/** Refused if someone changed the shop since `version`. */
const since = { version: z.int() }

/** New addresses get the shop's secret key, so they need a recent sign-in, and are tested. */
export const shopChange = z.strictObject({
  ...since,
  name: name.optional(),
  mode: providerMode.optional(),
  time_zone: timeZone.nullable().optional(),
  gateway_url: gatewayAddress.optional(),
  apm_url: gatewayAddress.optional(),
  checkout_url: gatewayAddress.optional(),
  accept_untested: z.boolean({ error: 'not_a_boolean' }).default(false),
})
export type ShopChange = z.output<typeof shopChange>

/** The values of the forms of a shop's connection. */
export const generalForm = shopChange.pick({ name: true, mode: true, time_zone: true })
export const addressesForm = shopChange.pick({
  gateway_url: true,
  apm_url: true,
  checkout_url: true,
  accept_untested: true,
})

/** `keep_hours`: how long the replaced key counts as evidence of notifications; at most 90 days. */
export const keyRotation = z.strictObject({
  ...since,
  secret_key: secretKeyText,
  keep_hours: z.int('not_a_number').min(0, 'too_small').max(2160, 'too_big'),
  accept_untested: z.boolean({ error: 'not_a_boolean' }).default(false),
})
export type KeyRotation = z.output<typeof keyRotation>

/** Archives a shop, or restores it. */
export const archiving = z.strictObject({ ...since, is_archived: z.boolean({ error: 'not_a_boolean' }) })
export type Archiving = z.output<typeof archiving>

export const oldKeyRestore = z.strictObject({ ...since, id: z.uuid() })
export type OldKeyRestore = z.output<typeof oldKeyRestore>

/** Values to test instead of the saved ones. */
export const savedConnectionTest = z.strictObject({
  secret_key: secretKeyText.optional(),
  gateway_url: gatewayAddress.optional(),
  apm_url: gatewayAddress.optional(),
  checkout_url: gatewayAddress.optional(),
})
export type SavedConnectionTest = z.output<typeof savedConnectionTest>
