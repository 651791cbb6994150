'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Switch } from '@/components/ui/fields/switch'
import type { ImportOrder } from '@/lib/jobs/import'
import type { TaskDetail } from '@/lib/jobs/schema'
import { mapImport } from '@/lib/jobs/client'
import { taskKeys } from '@/lib/core/client/keys'
import { useFailureText } from './failure-text'
import { Notice } from './task-notices'

interface ExistingCustomersProps {
  shop: string
  task: Pick<TaskDetail, 'id' | 'state'>
  file: ImportOrder
}

/**
 * Says how many rows of an import match an existing customer or another row, and whether to import those too.
 */
export function ExistingCustomers({ shop, task, file }: ExistingCustomersProps) {
  const t = useTranslations('imports.existing')
  const { twins: duplicates, with_existing: includesExisting } = file
  const choice = useChoice(shop, task.id, file)
  const failureText = useFailureText()
  const count = duplicates ? duplicates.existing + duplicates.in_file : 0
  // The count is unknown while the rows are checked again. The switch stays in place meanwhile.
  if (count === 0 && !(includesExisting && task.state === 'planning')) return null
  return (
    <Notice icon={UserCheck} tone={includesExisting ? 'warn' : 'plain'}>
      {duplicates && t(includesExisting ? 'textMade' : 'text', { count, inFile: duplicates.in_file })}
      <Switch
        className="mt-2"
        isSelected={choice.isPending ? choice.variables : includesExisting}
        isDisabled={choice.isPending || task.state === 'planning'}
        onChange={(next) => choice.mutate(next)}
      >
        {t('make', { count })}
      </Switch>
      {choice.error && (
        <span role="alert" className="mt-2 block text-danger">
          {`${t('failed')}. ${failureText(choice.error)}`}
        </span>
      )}
    </Notice>
  )
}

function useChoice(shop: string, id: string, { columns }: ImportOrder) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isMade: boolean) => mapImport(shop, id, { columns, with_existing: isMade }),
    onSuccess: (task) => client.setQueryData(taskKeys.detail(shop, id), task),
    onSettled: () => client.invalidateQueries({ queryKey: taskKeys.task(shop, id) }),
  })
}
