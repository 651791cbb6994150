import 'server-only'
import { sandboxSettings } from '../settings'
import { Refusal } from './refusal'

/**
 * A payer's form posts from our own page. A request that names no page is no browser's, and passes; a browser
 * that came by another name of this server (127.0.0.1 for localhost) names the host it sends to.
 * @throws Refusal 403
 */
export function refuseForeignOrigin(request: Request): void {
  const foreign = new Refusal(403, 'Forbidden', { code: 'foreign_origin' })
  const site = request.headers.get('sec-fetch-site')
  if (site === 'cross-site' || site === 'same-site') throw foreign
  const origin = request.headers.get('origin')
  if (origin === null || origin === sandboxSettings.get().publicOrigin) return
  const host = request.headers.get('host')
  if (host !== null && URL.canParse(origin) && new URL(origin).host === host) return
  throw foreign
}
