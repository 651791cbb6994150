'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Switch } from '@/components/ui/fields/switch'
import type { ImportOrder } from '@/lib/jobs/import'
import type { JobDetail } from '@/lib/jobs/schema'
import { mapImport } from '@/lib/jobs/client'
import { jobKeys } from '@/lib/core/client/keys'
import { storeAnswer } from '@/lib/core/client/store-answer'
import { useFailureText } from '@/components/dialogs/failure'
import { Notice } from './job-notices'

interface ExistingCustomersProps {
  shop: string
  job: Pick<JobDetail, 'id' | 'state'>
  file: ImportOrder
}

/**
 * Says how many rows of an import match an existing customer or another row, and whether to import those too.
 */
export function ExistingCustomers({ shop, job, file }: ExistingCustomersProps) {
  const t = useTranslations('imports.existing')
  const { twins: duplicates, with_existing: includesExisting } = file
  const choice = useChoice(shop, job.id, file)
  const failureText = useFailureText()
  const count = duplicates ? duplicates.existing + duplicates.in_file : 0
  // The count is unknown while the rows are checked again. The switch stays in place meanwhile.
  if (count === 0 && !(includesExisting && job.state === 'planning')) return null
  return (
    <Notice icon={UserCheck} tone={includesExisting ? 'warn' : 'plain'}>
      {duplicates && t(includesExisting ? 'textMade' : 'text', { count, inFile: duplicates.in_file })}
      <Switch
        className="mt-2"
        isSelected={choice.isPending ? choice.variables : includesExisting}
        isDisabled={choice.isPending || job.state === 'planning'}
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
    onSuccess: (job) => storeAnswer(client, jobKeys.detail(shop, id), job),
    onSettled: () => client.invalidateQueries({ queryKey: jobKeys.job(shop, id) }),
  })
}
