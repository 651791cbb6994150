import 'server-only'
import { notFound } from '../http/refusal'
import { sandboxSettings } from '../settings'

/**
 * Other addresses of the hosted page that exist (docs/gateway.md#values): clients that build one themselves get to
 * the page, with their whole query.
 */
export async function toHostedPage(request: Request): Promise<Response> {
  if (!sandboxSettings.peek()) return notFound().answer()
  const { search } = new URL(request.url)
  return new Response(null, { status: 302, headers: { Location: `/sandbox/v2/checkout${search}` } })
}
