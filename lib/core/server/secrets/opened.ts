import 'server-only'
import { isUnopened, type Sealer } from '../../../db/sealing'
import { correlatedLog } from '../log/log'

/** Opens a sealed secret. Null, with a line in the log, if no sealing key opens it. `context`: as it was sealed. */
export function openedOrNull(sealer: Sealer, sealed: Buffer, context: string): string | null {
  try {
    return sealer.unseal(sealed, context)
  } catch (error) {
    if (!isUnopened(error)) throw error
    const { message: reason } = error as Error
    correlatedLog().error({ event: 'secret.unopened', secret: context, reason }, 'a secret is not opened')
    return null
  }
}
