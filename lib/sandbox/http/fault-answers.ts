import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { CallFault } from './faults'
import { json } from './refusal'

/**
 * Answers a call as the fault says. `run` carries it out; whether that happens at all is up to the fault, and
 * what it answers is forgotten except by `slow`.
 */
export async function inflict(fault: CallFault, run: () => Promise<Response>): Promise<Response> {
  if (fault.kind === 'slow') {
    await wait(fault.ms)
    return run()
  }
  if (fault.kind === 'lost' || fault.happens) await run()
  switch (fault.kind) {
    case 'status':
      return statusAnswer(fault)
    case 'cut':
      return cutAfter('{"id": "')
    case 'lost':
      return cutAfter('')
    case 'malformed':
      return new Response('{"id": "prd_', { headers: { 'Content-Type': 'application/json' } })
    case 'html':
      return new Response(page, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  }
}

const page =
  '<!doctype html>\n<html><head><title>Service</title></head><body><h1>Please try again</h1></body></html>\n'

/** Statuses that have no body. */
const bodiless = new Set([204, 205, 304])

function statusAnswer({ status, body, retry_after: seconds }: CallFault & { kind: 'status' }): Response {
  const headers: Record<string, string> = seconds === undefined ? {} : { 'Retry-After': String(seconds) }
  if (bodiless.has(status)) return new Response(null, { status, headers })
  return json(body ?? { message: `Fault: ${status}` }, status, headers)
}

/** An answer that promises more than it sends: whoever serves it breaks the connection when the stream fails. */
function cutAfter(sent: string): Response {
  let left = sent
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (left === '') {
        // What was sent has to be on its way before the connection breaks.
        if (sent !== '') await wait(50)
        controller.error(new Error('the answer is cut, as ordered by POST /sandbox/faults'))
        return
      }
      controller.enqueue(new TextEncoder().encode(left))
      left = ''
    },
  })
  return new Response(body, { headers: { 'Content-Type': 'application/json', 'Content-Length': '512' } })
}
