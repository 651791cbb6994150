import 'server-only'
import type { Engine } from '../../db/engine'
import type { EndpointRow } from './tables'

/** What they are sealed for: of another endpoint they do not open. */
const sealContext = (shopId: string, endpointId: string): string =>
  `shop:${shopId}:forwarding:${endpointId}:secret`

type Of = { shopId: string; id: string }

/** The secret as it is kept. */
export const sealSecret = ({ sealer }: Pick<Engine, 'sealer'>, { shopId, id }: Of, secret: string): Buffer =>
  sealer.seal(secret, sealContext(shopId, id))

type Sealed = Of & Pick<EndpointRow, 'secretSealed' | 'oldSecretSealed' | 'oldSecretUntil'>

/** The secrets that sign now, the newest first; never kept, logged or answered. */
export function signingSecrets({ sealer }: Pick<Engine, 'sealer'>, row: Sealed): string[] {
  const context = sealContext(row.shopId, row.id)
  const isOldGood = row.oldSecretUntil !== null && row.oldSecretUntil > new Date()
  const sealed = [row.secretSealed, isOldGood ? row.oldSecretSealed : null]
  return sealed.flatMap((secret) => (secret === null ? [] : [sealer.unseal(secret, context)]))
}
