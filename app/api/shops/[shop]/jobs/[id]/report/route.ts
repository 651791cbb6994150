import { z } from 'zod'
import { otherMethods, csvFile, rawRoute } from '@/lib/core/server/route/raw-route'
import { requireRecentSignIn } from '@/lib/core/server/auth/requirements'
import { holdsPeople } from '@/lib/jobs/permissions'
import { loadReported, jobReport } from '@/lib/jobs/server/report'

export const GET = rawRoute({
  permission: 'jobs.read',
  query: z.strictObject({}),
  run: async (context, { params }) => {
    const job = await loadReported(context, params.id)
    // As for exports of personal data. Programs have a scope for it.
    if (holdsPeople(job.kind) && !context.actor.apiToken) requireRecentSignIn(context.actor)
    return csvFile(context, `report-${job.createdAt.toISOString().slice(0, 10)}.csv`, jobReport(context, job))
  },
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
