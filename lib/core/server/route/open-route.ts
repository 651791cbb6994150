import 'server-only'
import type { z } from 'zod'
import { parseJson, readBody } from './body'
import { answer, json, parse, refuseForeignOrigin } from './route'

type Declaration<Body extends z.ZodType, Answer extends z.ZodType> = {
  body?: Body
  /** The largest body in bytes. By default enough for a token. */
  maxBody?: number
  response: Answer
  status?: number
  run: (body: z.output<Body>, request: Request) => Promise<z.input<Answer>>
}

/**
 * Like `accountRoute`, without a session. What authorises a request, such as the token of a link, is in its body,
 * because addresses are logged.
 */
export const openRoute =
  <Answer extends z.ZodType, Body extends z.ZodType = z.ZodUndefined>({
    body: schema,
    maxBody = 1024,
    response,
    status = 200,
    run,
  }: Declaration<Body, Answer>) =>
  (request: Request): Promise<Response> =>
    answer(request, async () => {
      refuseForeignOrigin(request)
      const body = (
        schema ? parse(schema, parseJson(await readBody(request, maxBody))) : undefined
      ) as z.output<Body>
      return json(response.parse(await run(body, request)), status)
    })
