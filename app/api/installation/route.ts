import { installationChange, installationSettings } from '@/lib/shops/installation'
import { installationRoute } from '@/lib/core/server/route/installation-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { changeInstallation, readInstallation } from '@/lib/shops/server/settings/installation'

export const GET = installationRoute({ response: installationSettings, run: readInstallation })

export const PATCH = installationRoute({
  body: installationChange,
  response: installationSettings,
  isRecentSignInNeeded: true,
  run: (context, { body }) => changeInstallation(context, body),
})

export const { POST, PUT, DELETE, OPTIONS } = otherMethods('GET', 'PATCH')
