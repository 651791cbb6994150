import { z } from 'zod'
import { installationFileRoute } from '@/lib/core/server/route/installation-route'
import { fileResponse, otherMethods } from '@/lib/core/server/route/raw-route'
import { diagnosisFile } from '@/lib/start/diagnosis'

export const GET = installationFileRoute({
  query: z.strictObject({}),
  file: (context) => {
    async function* content() {
      yield `${JSON.stringify(await diagnosisFile(context.engine), null, 2)}\n`
    }
    const day = new Date().toISOString().slice(0, 10)
    return fileResponse(
      context,
      { name: `counterfoil-diagnosis-${day}.json`, type: 'application/json' },
      content(),
    )
  },
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
