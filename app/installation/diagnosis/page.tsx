import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import { PersonFrame } from '@/components/account/person-frame'
import { DiagnosisPage } from '@/components/operations/diagnosis-page'
import { getQueryClient } from '@/lib/core/client/client'
import { administratorPageContext } from '@/lib/core/server/auth/administrator'
import { titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { diagnosisOptions } from '@/lib/operations/client'
import { readDiagnosis } from '@/lib/start/diagnosis'

export const generateMetadata = titled('diagnosis', (t) => t('title'))

async function Page() {
  const context = await administratorPageContext()
  const client = getQueryClient()
  await client.query({ ...diagnosisOptions(), queryFn: () => readDiagnosis(context) })
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <PersonFrame person={context.person}>
        <DiagnosisPage />
      </PersonFrame>
    </HydrationBoundary>
  )
}

export default withWords(Page, 'installation/diagnosis/page')
