import 'server-only'
import type { z } from 'zod'
import { isAdministrator, refusedAdministrator } from '../auth/administrator'
import { AppError } from '../errors'
import { accountRoute, type AccountDeclaration } from './account-route'

/** Like `accountRoute`, for what concerns the whole installation. Only its administrators may. */
export const installationRoute = <Answer extends z.ZodType, Body extends z.ZodType = z.ZodUndefined>(
  declaration: AccountDeclaration<Body, Answer>,
) =>
  accountRoute({
    ...declaration,
    allows: async ({ person }) => {
      if (person.mustChangePassword) throw new AppError('password_change_needed')
      if (await isAdministrator(person.userId)) return
      await refusedAdministrator(person)
      throw new AppError('forbidden')
    },
  })
