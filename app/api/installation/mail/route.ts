import { installationRoute } from '@/lib/core/server/route/installation-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { mailSettings, mailSettingsChange } from '@/lib/shops/mail-settings'
import { changeMailSettings, readMailSettings } from '@/lib/shops/server/settings/mail-settings'

export const GET = installationRoute({ response: mailSettings, run: readMailSettings })

export const PUT = installationRoute({
  body: mailSettingsChange,
  response: mailSettings,
  isRecentSignInNeeded: true,
  run: (context, { body }) => changeMailSettings(context, body),
})

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'PUT')
