import { installationRoute } from '@/lib/core/server/route/installation-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { mailTestResult } from '@/lib/shops/mail-settings'
import { testMail } from '@/lib/shops/server/settings/mail-settings'

export const POST = installationRoute({ response: mailTestResult, run: testMail })

export const { GET, PUT, PATCH, DELETE, OPTIONS } = otherMethods('POST')
