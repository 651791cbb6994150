import { installationRoute } from '@/lib/core/server/route/installation-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { backupList } from '@/lib/operations/backups'
import { backUpNow, listBackups } from '@/lib/operations/server/backups/list'

export const GET = installationRoute({ response: backupList, run: listBackups })

export const POST = installationRoute({ response: backupList, status: 202, run: backUpNow })

export const { PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET', 'POST')
