import { installationRoute } from '@/lib/core/server/route/installation-route'
import { otherMethods } from '@/lib/core/server/route/raw-route'
import { diagnosis } from '@/lib/operations/diagnosis'
import { readDiagnosis } from '@/lib/start/diagnosis'

export const GET = installationRoute({ response: diagnosis, run: readDiagnosis })

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
