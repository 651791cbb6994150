import 'server-only'
import { sandboxSettings } from '../settings'
import { notFound, Refusal } from './refusal'

const all = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
type Method = (typeof all)[number]

/**
 * What a route file of the interface exports: its handlers, 405 with `Allow` for the other methods (inferred: the
 * interface names none), and 204 with `Allow` for OPTIONS. HEAD is answered by the framework from GET.
 */
export function methods<Handler>(
  given: Partial<Record<Method, Handler>>,
): Record<Method, Handler | (() => Promise<Response>)> {
  const has = all.filter((method) => given[method] !== undefined)
  const allow = [...has.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])), 'OPTIONS'].join(
    ', ',
  )
  const refuse = async () => {
    if (!sandboxSettings.peek()) return notFound().answer()
    return new Refusal(405, 'Method not allowed', {}, { Allow: allow }).answer()
  }
  const tell = async () => new Response(null, { status: 204, headers: { Allow: allow } })
  return Object.fromEntries(
    all.map((method) => [method, given[method] ?? (method === 'OPTIONS' ? tell : refuse)]),
  ) as Record<Method, Handler | (() => Promise<Response>)>
}
