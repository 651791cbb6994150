import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link-button'
import { pageTranslator } from '@/lib/core/server/i18n/page'
import type { ProblemCode } from '@/lib/core/problem'
import { BackToList } from './back-to-list'

/** A page that this person's role may not see: says so, and leads home. */
export async function Forbidden({
  title,
  icon,
  children,
}: {
  title: string
  icon?: ReactNode
  children: ReactNode
}) {
  const t = await pageTranslator('errors')
  const home = <LinkButton href="/">{t('home')}</LinkButton>
  return (
    <EmptyState isPage icon={icon} title={title} action={home}>
      {children}
    </EmptyState>
  )
}

/** The lists of a shop's records: the namespace of their words, and their address within the shop. */
const lists = {
  cardTokens: 'card-tokens',
  checkouts: 'checkouts',
  customers: 'customers',
  notifications: 'notifications',
  products: 'products',
  tasks: 'jobs',
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
