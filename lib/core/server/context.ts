import 'server-only'
import type pino from 'pino'
import type { OfferedLocale } from '../i18n/locales'
import type { PageDefaults } from '../page-defaults'
import type { Rights } from '../permissions'
import type { ShopDetail, verificationPolicies } from '../shop'
import type { Engine } from '../../db/engine'
import type { GatewayAddresses } from './config/config'

export type Actor = Rights & {
  userId: string
  /** ID of the session; absent without a session cookie. */
  session?: string
  email: string
  name: string
  /** ID of the API token that the request came with. */
  apiToken?: string
  /** Address of the client, if there is a request. */
  address?: string
  /** How long ago they proved who they are, with their password or a second factor; absent: never. */
  provenSecondsAgo?: number
  /** As chosen in their account; null: those of the browser. */
  timeZone?: string | null
  locale?: OfferedLocale | null
  /** Whether they have a second factor, or signed in where another system asks for it. */
  hasFactor?: boolean
  /** Seconds until the installation's rule closes shops to this person, who has no second factor; null: never. */
  factorDueIn?: number | null
}

/** The owner's settings for checkouts and card tokens (tables/shops.ts). */
export type ShopPaymentSettings = {
  hasSupportCheckouts: boolean
  hasDirectTokenization: boolean
  hasThreeDSecure: boolean
  hasCheckoutQuery: boolean
  hasTransactionQuery: boolean
  checkoutAttempts: number
  transactionPage: string | null
}

/** The owner's settings for notifications (lib/notifications/settings.ts). */
type ShopNotificationSettings = {
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
  areAddressesEntered: boolean
  hookKey: string
  publicKey: string | null
  /** IANA name; null: not chosen. */
  timeZone: string | null
  minorUnits: Record<string, number>
  pageDefaults: PageDefaults
  publicName: string | null
  logoHash: string | null
  createdAt: Date
  /** Since when it can only be read; null: it is in use. */
  archivedAt: Date | null
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
  /** Seconds until the person needs a second factor here that they do not have; absent: they need none. */
  factorDueIn?: number
  /** Aborted when the client disconnects. */
  signal?: AbortSignal
}

export type ActorContext = ShopContext & {
  actor: Actor
  /** Asks again whether they may do this, for files and live events, which take long (auth/access-again.ts). */
  requireAccess?: () => Promise<void>
}

/** A person behind a session (auth/actor.ts). */
export type SignedIn = Omit<Actor, keyof Rights> & {
  /** The session version that the token was made with. */
  version?: number
  /** As the browser reports it. */
  userAgent?: string
  /** Shops are closed to them until they choose another password. */
  mustChangePassword?: boolean
}

/** The first argument of a verb about one's own account, which belongs to no shop. */
export type AccountContext = Pick<ActorContext, 'requireAccess' | 'engine' | 'log'> & { person: SignedIn }
