import { z } from 'zod'
import { otherMethods, csvFile, rawRoute } from '@/lib/core/server/route/raw-route'
import { requireRecentSignIn } from '@/lib/core/server/auth/recent-sign-in'
import { holdsPeople } from '@/lib/jobs/permissions'
import { loadReported, taskReport } from '@/lib/jobs/server/report'

export const GET = rawRoute({
  permission: 'jobs.read',
  query: z.strictObject({}),
  run: async (context, { params }) => {
    const task = await loadReported(context, params.id)
    // Like the exports of the same people. Programs have a scope for it.
    if (holdsPeople(task.kind) && !context.actor.apiToken) requireRecentSignIn(context.actor)
    return csvFile(
      context,
      `report-${task.createdAt.toISOString().slice(0, 10)}.csv`,
      taskReport(context, task),
    )
  },
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
