import { ListChecks } from 'lucide-react'
import { BackToJobs } from '@/components/jobs/back-to-jobs'
import { EmptyState } from '@/components/ui/empty-state'
import { getTranslator } from '@/lib/core/i18n/server'
import { withWords } from '@/lib/core/i18n/words'

function UnknownJob() {
  const t = getTranslator('tasks')
  return (
    <EmptyState isPage icon={<ListChecks size={19} />} title={t('unknown')} action={<BackToJobs />}>
      {t('unknownText')}
    </EmptyState>
  )
}

export default withWords(UnknownJob, 'tasks')
