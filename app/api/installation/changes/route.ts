import { installationRoute } from '@/lib/core/server/route/installation-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { readInstallationChanges } from '@/lib/shops/server/settings/settings-changes'
import { installationChanges } from '@/lib/shops/settings-changes'

export const GET = installationRoute({ response: installationChanges, run: readInstallationChanges })

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
