import { z } from 'zod'
import { otherMethods } from '@/lib/server/other-methods'
import { csvFile, rawRoute } from '@/lib/server/raw-route'
import { loadTask } from '@/lib/server/tasks/load'
import { taskReport } from '@/lib/server/tasks/report'

export const GET = rawRoute({
  permission: 'products.export',
  query: z.strictObject({}),
  run: async (context, { params }) => {
    const task = await loadTask(context, params.id)
    return csvFile(
      context,
      `report-${task.createdAt.toISOString().slice(0, 10)}.csv`,
      taskReport(context, task),
    )
  },
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
