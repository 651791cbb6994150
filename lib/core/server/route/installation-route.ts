import 'server-only'
import type { z } from 'zod'
import { engine } from '../../../db/engine'
import { administratorAgain } from '../auth/access-again'
import { isAdministrator, mayAddShops, refusedAdministrator } from '../auth/administrator'
import { requireFactor, requireRecentSignIn } from '../auth/requirements'
import type { AccountContext } from '../context'
import { AppError } from '../errors'
import { accountRoute, type AccountDeclaration } from './account-route'
import { answer, parse, personOf, queryOf } from './route'

const only =
  (may: (userId: string) => Promise<boolean>) =>
  async ({ person }: AccountContext): Promise<void> => {
    if (person.mustChangePassword) throw new AppError('password_change_needed')
    if (await may(person.userId)) {
      requireFactor(person)
      return
    }
    await refusedAdministrator(person)
    throw new AppError('forbidden')
  }

const requireAdministrator = only(isAdministrator)

/** Like `accountRoute`, for what concerns the whole installation. Only its administrators may. */
export const installationRoute = <
  Answer extends z.ZodType,
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
>(
  declaration: AccountDeclaration<Body, Answer, Query>,
) => accountRoute({ ...declaration, allows: requireAdministrator })

/** The same for adding shops, which owners may do too if the installation lets them. */
export const addingRoute = <Answer extends z.ZodType, Body extends z.ZodType = z.ZodUndefined>(
  declaration: AccountDeclaration<Body, Answer>,
) => accountRoute({ ...declaration, allows: only(mayAddShops) })

type FileDeclaration<Query extends z.ZodType> = {
  query: Query
  file: (context: AccountContext, query: z.output<Query>) => Response
}

/** Like `installationRoute`, for a file. It wants a recent sign-in. */
export const installationFileRoute =
  <Query extends z.ZodType>({ query, file }: FileDeclaration<Query>) =>
  (request: Request): Promise<Response> =>
    answer(request, async (log) => {
      const person = await personOf(request)
      const context = { engine: engine.get(), person, log }
      await requireAdministrator(context)
      requireRecentSignIn(person)
      const again = { ...context, requireAccess: administratorAgain(context) }
      return file(again, parse(query, queryOf(request)))
    })
