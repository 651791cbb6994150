'use client'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, ShoppingCart } from 'lucide-react'
import type { Route } from 'next'
import { dynamic } from '@/components/ui/dynamic'
import { type RefObject, useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { useFocusKept } from '@/components/dialogs/use-focus-kept'
import { PageHeader } from '@/components/frame/page-header'
import { PrimaryAction } from '@/components/frame/primary-action'
import { useFocusOnArrival } from '@/components/frame/use-focus-on-arrival'
import { useMay } from '@/components/frame/use-may'
import { GatewayNotice } from '@/components/mirror/gateway-notice'
import { when } from '@/components/time/when'
import { Badge } from '@/components/ui/text/badge'
import { buttonClass } from '@/components/ui/button-class'
import { CopyButton } from '@/components/ui/text/copy-button'
import { cx } from '@/components/ui/cx'
import { LazyMenu } from '@/components/ui/overlays/lazy-menu'
import { customerDetailOptions } from '@/lib/customers/client'
import { titleOf } from '@/lib/customers/name'
import type { CustomerDetail, CustomerItem } from '@/lib/customers/schema'
import { Labels } from '../cells'
import { Details } from './details'
import { Duplicates, Merged } from './merging/other-customers'
import { Labelling } from './labelling'
import { Notices } from './notices'
import { Timeline } from './timeline'
import { Totals } from './totals'
import { type Reveal, useReveal } from './use-customer'
import { useSummary } from './use-summary'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const AnonymiseDialog = dynamic(lazyWithMessages(() => import('./anonymise-dialog')))
const loadMenu = lazyWithMessages(() => import('./more-menu'))

interface CustomerPageProps {
  shop: string
  id: string
  /** The name of a live shop, shown where an action cannot be undone; null for other shops. */
  liveShopName: string | null
}

export function CustomerPage({ shop, id, liveShopName }: CustomerPageProps) {
  const t = useTranslations('customers')
  // Refetched once live events are connected: data that the server read from the gateway before sent none.
  const query = useQuery({ ...customerDetailOptions(shop, id), refetchOnMount: 'always' })
  const customer = query.data
  if (!customer)
    return query.isError ? <QueryError isPage query={query} title={t('page.failedTitle')} /> : null
  return (
    <Loaded shop={shop} liveShopName={liveShopName} customer={customer}>
      <RefreshNotice query={query} />
    </Loaded>
  )
}

interface LoadedProps {
  shop: string
  liveShopName: string | null
  customer: CustomerDetail
  children: React.ReactNode
}

function Loaded({ shop, liveShopName, customer, children }: LoadedProps) {
  const t = useTranslations('customers.page')
  const reveal = useReveal(shop, customer)
  const title = useFocusOnArrival()
  const mayNote = useMay('customers.annotate') && !customer.anonymised
  return (
    <>
      <Header shop={shop} liveShopName={liveShopName} customer={customer} reveal={reveal} title={title} />
      {children}
      <GatewayNotice shop={shop} syncedAt={customer.synced_at} />
      <Notices shop={shop} customer={customer} />
      <div className="grid items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_330px]">
        <div className="grid min-w-0 gap-4.5">
          <Totals totals={customer.totals} />
          <Timeline shop={shop} id={customer.id} mayNote={mayNote} revealedNotes={reveal.notes} />
        </div>
        <div className="grid min-w-0 gap-4.5">
          <Details shop={shop} customer={customer} reveal={reveal} />
          <Labelling shop={shop} customer={customer} />
          <Duplicates shop={shop} customer={customer} title={title} />
          <Merged shop={shop} customer={customer} />
        </div>
      </div>
      <p className="mt-3 text-sm text-muted">{t.rich('read', { when: when(customer.synced_at) })}</p>
    </>
  )
}

interface HeaderProps {
  shop: string
  liveShopName: string | null
  customer: CustomerDetail
  reveal: Reveal
  title: RefObject<HTMLHeadingElement | null>
}

function Header({ shop, liveShopName, customer, reveal, title }: HeaderProps) {
  const t = useTranslations('customers')
  const summary = useSummary(shop, customer, reveal)
  const mayAnonymise = useMay('customers.anonymise') && !customer.anonymised
  const mayCheckout = useMay('checkouts.create') && !customer.anonymised
  const mayMerge = useMay('customers.merge') && !customer.anonymised && customer.merged_into === null
  const [doing, setDoing] = useState<'anonymise' | 'merge' | null>(null)
  const close = () => setDoing(null)
  // The menu that opened the dialog is gone once the customer is anonymised.
  useFocusKept(doing !== null, title)
  return (
    <>
      <PageHeader
        title={customer.anonymised ? t('anonymous') : titleOf({ ...customer, ...reveal.personal })}
        titleRef={title}
        crumbs={[{ label: t('title'), href: `/shops/${shop}/customers` as Route }, { label: customer.id }]}
        crumbsLabel={t('crumbs')}
        badges={<Badges customer={customer} />}
        actions={
          <>
            {!customer.anonymised && (
              <span className="max-md:hidden">
                <CopyButton text={summary} label={t('page.copySummary')} />
              </span>
            )}
            {(mayAnonymise || mayMerge || !customer.anonymised) && (
              <LazyMenu
                load={loadMenu}
                aria-label={t('page.more')}
                className={buttonClass(
                  'secondary',
                  'md',
                  cx('px-2', !mayAnonymise && !mayMerge && 'md:hidden'),
                )}
                menu={{
                  summary: customer.anonymised ? null : summary,
                  onMerge: mayMerge ? () => setDoing('merge') : null,
                  onAnonymise: mayAnonymise ? () => setDoing('anonymise') : null,
                }}
              >
                <Ellipsis aria-hidden size={16} />
              </LazyMenu>
            )}
          </>
        }
        primary={
          mayCheckout && (
            <PrimaryAction
              href={`/shops/${shop}/checkouts/new?customer=${customer.id}` as Route}
              label={t('page.newCheckout')}
              icon={<ShoppingCart aria-hidden size={15} />}
            />
          )
        }
      />
      {doing === 'anonymise' && (
        <AnonymiseDialog shop={shop} liveShopName={liveShopName} customer={customer} onClose={close} />
      )}
      {doing === 'merge' && <Merging shop={shop} customer={customer} onClose={close} />}
    </>
  )
}

function Badges({ customer }: { customer: CustomerDetail }) {
  const t = useTranslations('customers')
  const { labels, duplicates, vanished, merged_into: mergedInto } = customer
  const hasAny = labels.length > 0 || duplicates.length > 0 || vanished || mergedInto !== null
  if (!hasAny) return null
  return (
    <>
      {labels.length > 0 && <Labels labels={labels} most={4} />}
      {vanished && <Badge tone="warn">{t('gone')}</Badge>}
      {mergedInto && <Badge tone="info">{t('merged')}</Badge>}
      {duplicates.length > 0 && (
        <a href="#duplicates" className="rounded-full">
          <Badge tone="warn">{t('page.possibleDuplicate')}</Badge>
        </a>
      )}
    </>
  )
}

const CompareDialog = dynamic(lazyWithMessages(() => import('./merging/compare-dialog')))
const MergeDialog = dynamic(lazyWithMessages(() => import('./merging/merge-dialog')))

interface MergingProps {
  shop: string
  customer: CustomerDetail
  onClose: () => void
}

/** Chooses another customer, then compares it with this one. */
function Merging({ shop, customer, onClose }: MergingProps) {
  const [other, setOther] = useState<CustomerItem | null>(null)
  if (other) return <CompareDialog shop={shop} customer={customer} other={other} onClose={onClose} />
  return <MergeDialog shop={shop} customer={customer} onChoose={setOther} onClose={onClose} />
}
