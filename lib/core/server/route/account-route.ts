import 'server-only'
import type { z } from 'zod'
import { engine } from '../../../db/engine'
import { requireRecentSignIn } from '../auth/requirements'
import type { AccountContext } from '../context'
import { parseJson, readBody } from './body'
import { answer, json, maxBody, parse, personOf, queryOf } from './route'

export type SetCookie = (value: string) => void

/** Next.js gives no `params` to a route whose address has none. */
type RouteContext = { params?: Promise<{ id?: string }> }

export type AccountDeclaration<
  Body extends z.ZodType,
  Answer extends z.ZodType,
  Query extends z.ZodType = z.ZodUndefined,
> = {
  isRecentSignInNeeded?: true
  /** Throws an AppError if the person may not. */
  allows?: (context: AccountContext) => Promise<void>
  query?: Query
  body?: Body
  response: Answer
  status?: number
  run: (
    context: AccountContext,
    input: {
      query: z.output<Query>
      body: z.output<Body>
      params: { id: string }
      /** Adds a `Set-Cookie` value to the answer. */
      setCookie: SetCookie
    },
  ) => Promise<z.input<Answer>> | z.input<Answer>
}

/**
 * Like `shopRoute`, for a person's own account: it belongs to no shop and needs no role. Also for people who must
 * change their password first.
 */
export function accountRoute<
  Answer extends z.ZodType,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
>(declaration: AccountDeclaration<Body, Answer, Query>) {
  return (request: Request, { params }: RouteContext): Promise<Response> =>
    answer(request, async (logger) => {
      const { id = '' } = (await params) ?? {}
      const person = await personOf(request)
      const context = { engine: engine.get(), person, log: logger }
      await declaration.allows?.(context)
      if (declaration.isRecentSignInNeeded) requireRecentSignIn(person)
      const query = (
        declaration.query ? parse(declaration.query, queryOf(request)) : undefined
      ) as z.output<Query>
      const body = (
        declaration.body ? parse(declaration.body, parseJson(await readBody(request, maxBody))) : undefined
      ) as z.output<Body>
      const cookies: string[] = []
      const setCookie = (value: string) => void cookies.push(value)
      const result = declaration.response.parse(
        await declaration.run(context, { query, body, params: { id }, setCookie }),
      )
      const response = json(result, declaration.status ?? 200)
      for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
      return response
    })
}
