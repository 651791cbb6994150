import { z } from 'zod'
import { otherMethods, csvFile, rawRoute } from '@/lib/core/server/route/raw-route'
import { loadReported, taskReport } from '@/lib/jobs/server/report'

export const GET = rawRoute({
  permission: 'jobs.read',
  query: z.strictObject({}),
  run: async (context, { params }) => {
    const task = await loadReported(context, params.id)
    return csvFile(
      context,
      `report-${task.createdAt.toISOString().slice(0, 10)}.csv`,
      taskReport(context, task),
    )
  },
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
