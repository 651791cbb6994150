import 'server-only'
import { AppError } from '../errors'
import { answer } from './route'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]
type Handler = (request: Request) => Promise<Response>

/**
 * Handlers for methods that a route does not have: a problem that names the allowed ones. Next.js would answer
 * without a body.
 */
export function otherMethods<const Given extends Method>(
  ...given: Given[]
): Record<Exclude<Method, Given> | 'OPTIONS', Handler> {
  const allow = given.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')
  const methodNotAllowed: Handler = async (request) => {
    const refusal = await refuse(request, 'method_not_allowed')
    refusal.headers.set('Allow', allow)
    return refusal
  }
  const tellMethods: Handler = async () => new Response(null, { status: 204, headers: { Allow: allow } })
  const others = methods.filter((method) => !(given as readonly Method[]).includes(method))
  return {
    ...Object.fromEntries(others.map((method) => [method, methodNotAllowed])),
    OPTIONS: tellMethods,
  } as Record<Exclude<Method, Given> | 'OPTIONS', Handler>
}

/** Answers addresses that do not exist. */
export const unknownAddress: Handler = (request) => refuse(request, 'not_found')

const refuse = (request: Request, code: 'method_not_allowed' | 'not_found') =>
  answer(request, () => Promise.reject(new AppError(code)))
