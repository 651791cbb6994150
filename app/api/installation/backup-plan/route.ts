import { installationRoute } from '@/lib/core/server/route/installation-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { backupPlan, backupPlanChange } from '@/lib/operations/backups'
import { changeBackupPlan, readBackupPlan } from '@/lib/operations/server/backups/plan'

export const GET = installationRoute({ response: backupPlan, run: readBackupPlan })

export const PUT = installationRoute({
  body: backupPlanChange,
  response: backupPlan,
  isRecentSignInNeeded: true,
  run: (context, { body }) => changeBackupPlan(context, body),
})

export const { POST, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'PUT')
