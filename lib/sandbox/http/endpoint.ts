import 'server-only'
import { engine, type Engine } from '../../db/engine'
import { sandboxSettings } from '../settings'
import type { Shop } from '../shops'
import { authenticate } from './basic'
import { readJsonObject } from './body'
import { json, notFound, Refusal } from './refusal'
import { refuseForeignOrigin } from './origin'

/** What every verb of the interface gets. The body is read only when a verb asks, after the credentials. */
export type Call<Params = unknown> = PublicCall<Params> & { shop: Shop }

/** The same on the payer's side, where nobody has credentials. */
export type PublicCall<Params = unknown> = {
  engine: Engine
  params: Params
  /** @throws Refusal 400 or 413 */
  body: () => Promise<Record<string, unknown>>
}

type Context<Params> = { params: Promise<Params> }
type Handler<Params> = (request: Request, context: Context<Params>) => Promise<Response>

/** A route handler of the merchant's interface: Basic credentials, JSON in and out. */
export function endpoint<Params>(verb: (call: Call<Params>) => Promise<Response>): Handler<Params> {
  return (request, context) =>
    answering(request, context, async (call) =>
      verb({ ...call, shop: await authenticate(request, call.engine) }),
    )
}

/** A route handler for the payer's own pages: no credentials, and no other site may post to it. */
export function payerEndpoint<Params>(
  verb: (call: PublicCall<Params>) => Promise<Response>,
): Handler<Params> {
  return (request, context) =>
    answering(request, context, async (call) => {
      refuseForeignOrigin(request)
      return verb(call)
    })
}

async function answering<Params>(
  request: Request,
  context: Context<Params>,
  run: (call: PublicCall<Params>) => Promise<Response>,
): Promise<Response> {
  const settings = sandboxSettings.peek()
  if (!settings) return notFound().answer()
  try {
    const params = await context.params
    return await run({ engine: engine.get(), params, body: () => readJsonObject(request) })
  } catch (error) {
    if (error instanceof Refusal) return error.answer()
    if (!settings.onError) throw error
    settings.onError(error)
    return json({ message: 'Internal server error' }, 500)
  }
}
