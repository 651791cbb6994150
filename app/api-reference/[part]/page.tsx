import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PersonFrame } from '@/components/account/person-frame'
import { OperationCard, shownPart } from '@/components/api-reference/operations'
import { Link } from '@/components/ui/link'
import { PageTitle } from '@/components/ui/page-title'
import { pageTranslator } from '@/lib/core/server/i18n/page'
import { config } from '@/lib/core/server/config/config'
import { withWords } from '@/lib/core/server/i18n/words'
import { accountPageContext } from '@/lib/core/server/auth/access'

type Props = PageProps<'/api-reference/[part]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const part = shownPart((await params).part, config.get().appUrl)
  const title = (await pageTranslator('apiReference'))('title')
  return { title: part ? `${part.title} · ${title}` : title }
}

async function Page({ params }: Props) {
  const { person } = await accountPageContext()
  const part = shownPart((await params).part, config.get().appUrl)
  if (!part) notFound()
  const t = await pageTranslator('apiReference')
  return (
    <PersonFrame person={person}>
      <p className="text-md">
        <Link href="/api-reference" className="text-accent underline underline-offset-2">
          {t('parts')}
        </Link>
      </p>
      <PageTitle className="mt-1 mb-4">{part.title}</PageTitle>
      <div className="grid grid-cols-1 gap-4">
        {part.operations.map((operation) => (
          <OperationCard key={operation.id} operation={operation} />
        ))}
      </div>
    </PersonFrame>
  )
}

export default withWords(Page, 'api-reference/[part]/page')
