import type { LucideIcon } from 'lucide-react'
import { BackToList } from '@/components/frame/navigation/back-to-list'
import { EmptyState } from '@/components/ui/empty-state'
import type { ProblemCode } from '@/lib/core/api/problem'
import { pageTranslator } from '@/lib/core/server/i18n/page'

/** The lists of a shop's records: the namespace of their words, and their address within the shop. */
const lists = {
  cardTokens: 'card-tokens',
  checkouts: 'checkouts',
  customers: 'customers',
  jobs: 'jobs',
  notifications: 'notifications',
  products: 'products',
} as const

/** An ID that no record of this shop has. */
export async function UnknownRecord({ kind, icon: Icon }: { kind: keyof typeof lists; icon: LucideIcon }) {
  const t = await pageTranslator(kind)
  const back = <BackToList list={lists[kind]} text={t('backToList')} />
  return (
    <EmptyState isPage icon={<Icon size={19} />} title={t('unknown')} action={back}>
      {t('unknownText')}
    </EmptyState>
  )
}

interface UnavailableRecordProps {
  kind: 'customers' | 'products'
  /** Why the gateway gave no answer. */
  code: ProblemCode
}

/** A record that is not in the mirror while the gateway cannot say whether it exists. */
export async function UnavailableRecord({ kind, code }: UnavailableRecordProps) {
  const t = await pageTranslator(kind)
  const problems = await pageTranslator('problems')
  const back = <BackToList list={lists[kind]} text={t('backToList')} />
  return (
    <EmptyState isPage title={problems(code)} action={back}>
      {t('unavailableText')}
    </EmptyState>
  )
}
