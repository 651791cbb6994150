import 'server-only'
import type pino from 'pino'
import type { NotificationSettings } from '../contracts/notification-settings'
import type { Role } from '../contracts/permissions'
import type { ShopDetail } from '../contracts/shop'
import type { Engine } from '../db/engine'
import type { GatewayAddresses } from './config'

/** Who acts, and with which role in the shop at hand. */
export type Actor = { userId: string; email: string; name: string; role: Role }

/** What owners decide of checkouts and card tokens (tables/shops.ts). */
export type ShopPaymentSettings = {
  supportCheckouts: boolean
  directTokenization: boolean
  threeDSecure: boolean
  checkoutQuery: boolean
}

/** What owners decide of notifications (contracts/notification-settings.ts). */
export type ShopNotificationSettings = {
  networks: string[]
  networkIsEnough: boolean
  verificationPolicy: NotificationSettings['verification_policy']
  verificationEndpoint: string | null
  verificationSecretSealed: Buffer | null
  verificationAcceptsOnFailure: boolean
}

/** A shop as verbs see it. The secret key stays sealed until a call to the gateway needs it. */
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

/** What every verb gets first: `verb(context, input)`. */
export type ShopContext = {
  engine: Engine
  shop: Shop
  log: pino.Logger
  /** Null where nobody acts: background work and what the gateway calls. */
  actor: Actor | null
  /** Aborted once who asked has gone; absent where nobody can. */
  signal?: AbortSignal
}

export type ActorContext = ShopContext & { actor: Actor }
