import 'server-only'
import type pino from 'pino'
import type { Role } from '../permissions'
import type { ShopDetail, verificationPolicies } from '../shop'
import type { Engine } from '../../db/engine'
import type { GatewayAddresses } from './config'

export type Actor = {
  userId: string
  email: string
  name: string
  role: Role
  /** Address of the client, if there is a request. */
  address?: string
}

/** The owner's settings for checkouts and card tokens (tables/shops.ts). */
export type ShopPaymentSettings = {
  supportCheckouts: boolean
  directTokenization: boolean
  threeDSecure: boolean
  checkoutQuery: boolean
  checkoutAttempts: number
}

/** The owner's settings for notifications (lib/notifications/settings.ts). */
export type ShopNotificationSettings = {
  networks: string[]
  networkIsEnough: boolean
  verificationPolicy: (typeof verificationPolicies)[number]
  verificationEndpoint: string | null
  verificationSecretSealed: Buffer | null
  verificationAcceptsOnFailure: boolean
}

/** A shop as verbs see it. The secret key stays sealed until a gateway call needs it. */
export type Shop = {
  id: string
  name: string
  mode: ShopDetail['mode']
  gatewayShopId: number
  secretKeySealed: Buffer
  hookKey: string
  publicKey: string | null
  minorUnits: Record<string, number>
} & ShopPaymentSettings &
  ShopNotificationSettings &
  GatewayAddresses

/** The first argument of every verb: `verb(context, input)`. */
export type ShopContext = {
  engine: Engine
  shop: Shop
  log: pino.Logger
  /** Null for background work and for requests of the gateway. */
  actor: Actor | null
  /** Aborted when the client disconnects. */
  signal?: AbortSignal
}

export type ActorContext = ShopContext & { actor: Actor }
