import 'server-only'
import type { Bodied } from '../../db/read-body'

/** What of a request the receiving verbs read: a `Request` is one, and so is what the front door makes of a socket's. */
export type Posted = Bodied

/** What they answer; a `Response` costs more than storing does. */
export type Answer = { status: number; headers: Record<string, string>; body: string }

export type Verb = (hookKey: string, posted: Posted) => Promise<Answer>

/** The same where requests come as web standards have them. */
export const asResponse =
  (verb: Verb) =>
  async (hookKey: string, request: Request): Promise<Response> => {
    const { body, ...init } = await verb(hookKey, request)
    return new Response(body, init)
  }

/** The other way round. */
export const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: await response.text(),
})
