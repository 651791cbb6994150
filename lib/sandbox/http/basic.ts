import 'server-only'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Engine } from '../../db/engine'
import { loadShop, type Shop } from '../shops'
import { Refusal } from './refusal'

/** With `errors`: there are clients that know a flat failure by it alone. */
const unauthorized = () =>
  new Refusal(
    401,
    'Unauthorized',
    { errors: { base: ['Unauthorized'] } },
    { 'WWW-Authenticate': 'Basic realm="Sandbox", charset="UTF-8"' },
  )

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Shop IDs are PostgreSQL integers here. */
const maxShopId = 2_147_483_647

/**
 * The shop that calls (docs/gateway.md#authentication): HTTP Basic, user = shop ID, password = secret key.
 * Digests are compared, so that neither content nor length of the key shows in the time it takes, and an
 * unknown shop takes as long as a wrong key. Status 401 is inferred (docs/gateway.md#errors).
 */
export async function authenticate(request: Request, { db, sealer }: Engine): Promise<Shop> {
  const credentials = readBasic(request.headers.get('authorization'))
  if (!credentials) throw unauthorized()
  const id = /^\d{1,10}$/.test(credentials.user) ? Number(credentials.user) : 0
  const shop = id > 0 && id <= maxShopId ? await loadShop(db, sealer, id) : null
  const matches = timingSafeEqual(digest(credentials.password), digest(shop?.secretKey ?? ''))
  if (!shop || !matches) throw unauthorized()
  return shop
}

function readBasic(header: string | null): { user: string; password: string } | null {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(header ?? '')?.[1]
  if (!encoded) return null
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  return colon < 0 ? null : { user: text.slice(0, colon), password: text.slice(colon + 1) }
}
