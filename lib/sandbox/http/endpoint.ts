import 'server-only'
import { engine } from '../../db/engine'
import { sandboxSettings } from '../settings'
import { authenticate } from './basic'
import { readJsonObject } from './body'
import type { Call, PublicCall } from './call'
import { endpoints, traitsOf, type EndpointName, type OwnEndpoint } from './endpoints'
import { inflict } from './fault-answers'
import { takeFault } from './faults'
import { checkHeaders } from './headers'
import { relaxed } from './lenient'
import { json, notFound, Refusal } from './refusal'
import { refuseForeignOrigin } from './origin'

type Context<Params> = { params: Promise<Params> }
type Handler<Params> = (request: Request, context: Context<Params>) => Promise<Response>
type Verb<Params> = (call: Call<Params>) => Promise<Response>

/**
 * A route handler of the merchant's interface: Basic credentials first, then a fault if one was ordered for the
 * endpoint, the headers, and the verb. JSON in and out; `name` says what failures look like.
 */
export function endpoint<Params>(name: EndpointName | OwnEndpoint, verb: Verb<Params>): Handler<Params> {
  return (request, context) => {
    const wrapped = isWrapped(request, name)
    return answering({ request, context, wrapped }, async (call) => {
      const shop = await authenticate(request, call.engine)
      const run = () => runVerb(name, verb, { request, call: { ...call, shop }, wrapped })
      const fault = isFaulty(name) ? await takeFault(call.engine.db, shop.id, name) : null
      return fault ? inflict(fault, run) : run()
    })
  }
}

/** Failures come flat to who asks for a version, whichever it is (docs/gateway.md#errors). */
function isWrapped(request: Request, name: EndpointName | OwnEndpoint): boolean {
  if (request.headers.get('x-api-version')) return false
  const { wrapped } = traitsOf(name)
  return wrapped === 'leniently' ? sandboxSettings.peek()?.lenient === true : wrapped === true
}

const isFaulty = (name: EndpointName | OwnEndpoint): name is EndpointName => name in endpoints

type Run<Params> = { request: Request; call: Call<Params>; wrapped: boolean }

async function runVerb<Params>(
  name: EndpointName | OwnEndpoint,
  verb: Verb<Params>,
  { request, call, wrapped }: Run<Params>,
): Promise<Response> {
  const { lenient } = sandboxSettings.get()
  try {
    if (!lenient) checkHeaders(request, name)
    const body = async () => (lenient ? relaxed(await call.body(), name) : call.body())
    return await verb({ ...call, body })
  } catch (error) {
    if (error instanceof Refusal) return error.answer({ wrapped })
    throw error
  }
}

/** A route handler for the payer's own pages: no credentials, and no other site may post to it. */
export function payerEndpoint<Params>(
  verb: (call: PublicCall<Params>) => Promise<Response>,
): Handler<Params> {
  return (request, context) =>
    answering({ request, context, wrapped: false }, async (call) => {
      refuseForeignOrigin(request)
      return verb(call)
    })
}

type Answering<Params> = { request: Request; context: Context<Params>; wrapped: boolean }

async function answering<Params>(
  { request, context, wrapped }: Answering<Params>,
  run: (call: PublicCall<Params>) => Promise<Response>,
): Promise<Response> {
  const settings = sandboxSettings.peek()
  if (!settings) return notFound().answer()
  try {
    const params = await context.params
    return await run({
      engine: engine.get(),
      params,
      body: () => readJsonObject(request),
      header: (name) => request.headers.get(name),
    })
  } catch (error) {
    if (error instanceof Refusal) return error.answer({ wrapped })
    if (!settings.onError) throw error
    settings.onError(error)
    return json({ message: 'Internal server error' }, 500)
  }
}
