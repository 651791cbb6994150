import 'server-only'
import type { ReadableRequest } from '../../../db/outgoing/read-body'

/**
 * The parts of a request that the receiving verbs read. A `Request` fits, and so does the front door's object for a
 * socket.
 */
export type Posted = ReadableRequest

/** What the verbs answer. Creating a `Response` costs more than storing does. */
export type Answer = { status: number; headers: Record<string, string>; body: string }

export type Verb = (hookKey: string, posted: Posted) => Promise<Answer>

/** Adapts a verb to web-standard requests and responses. */
export const asResponse =
  (verb: Verb) =>
  async (hookKey: string, request: Request): Promise<Response> => {
    const { body, ...init } = await verb(hookKey, request)
    return new Response(body, init)
  }

export const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: await response.text(),
})
