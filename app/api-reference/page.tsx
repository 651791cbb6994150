import type { ReactNode } from 'react'
import { PersonFrame } from '@/components/account/person-frame'
import { OperationIndex, code, indexedParts } from '@/components/api-reference/operations'
import { Card, Section } from '@/components/ui/card'
import { Link } from '@/components/ui/link'
import { PageTitle } from '@/components/ui/page-title'
import { pageTranslator, titled } from '@/lib/core/server/i18n/page'
import { withWords } from '@/lib/core/server/i18n/words'
import { requestsPerMinute } from '@/lib/core/server/api-tokens/limits'
import { accountPageContext } from '@/lib/core/server/auth/access'

export const generateMetadata = titled('apiReference', (t) => t('title'))

const toAccount = (words: ReactNode) => (
  <Link href="/account" className="text-accent underline underline-offset-2">
    {words}
  </Link>
)

const toFile = (words: ReactNode) => (
  <a href="/api/openapi.json" download="openapi.json" className="text-accent underline underline-offset-2">
    {words}
  </a>
)

async function Page() {
  const { person } = await accountPageContext()
  const t = await pageTranslator('apiReference')
  return (
    <PersonFrame person={person}>
      <PageTitle>{t('title')}</PageTitle>
      <p className="mt-1 mb-4 text-muted">{t('text')}</p>
      <Card className="mb-6">
        <Section title={t('start')}>
          <ul className="grid list-disc gap-1.5 ps-5">
            <li>
              {t.rich('startTokens', {
                account: toAccount,
              })}
            </li>
            <li>{t.rich('startSend', { header: () => code('Authorization: Bearer cfl_…') })}</li>
            <li>
              {t.rich('startErrors', {
                type: () => code('application/problem+json'),
                code: () => code('code'),
              })}
            </li>
            <li>
              {t.rich('startLimits', {
                count: requestsPerMinute,
                limit: () => code('RateLimit'),
                retry: () => code('Retry-After'),
              })}
            </li>
            <li>
              {t.rich('startFile', {
                file: toFile,
              })}
            </li>
          </ul>
        </Section>
      </Card>
      <h2 className="mb-3 text-lg font-semibold">{t('operations')}</h2>
      <OperationIndex parts={indexedParts()} />
    </PersonFrame>
  )
}

export default withWords(Page, 'api-reference/page')
