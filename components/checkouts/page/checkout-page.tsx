'use client'
import { useQuery } from '@tanstack/react-query'
import { Repeat2, Ticket as TicketIcon } from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { SnippetPart } from '@/components/counterfoil/snippet-part'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { ActivityLink } from '@/components/frame/activity-link'
import { PageHeader } from '@/components/frame/page-header'
import { useFocusOnArrival } from '@/components/frame/use-focus-on-arrival'
import { useMay } from '@/components/frame/use-may'
import { CheckoutRepair, useReissue } from '@/components/payment-links/reissue'
import { useLinkView } from '@/components/payment-links/link-view'
import { Button } from '@/components/ui/button'
import { Card, Section } from '@/components/ui/card'
import { MoreMenu } from '@/components/ui/overlays/lazy-menu'
import { LinkButton } from '@/components/ui/link'
import type { CheckoutDetail } from '@/lib/checkouts/schema'
import { asksForCard } from '@/lib/checkouts/state'
import { checkoutDetailOptions } from '@/lib/checkouts/client'
import { StateBadge } from '../cells'
import { Facts } from './facts'
import { Ticket } from './ticket'
import { Transactions } from './transactions'
import { Unconfirmed } from './unconfirmed'
import { Known } from './known'
import { RequestedValues } from './requested-values'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'
import { checkoutLink } from '@/lib/checkouts/link'

const loadMenu = lazyWithMessages(() => import('./more-menu'))

const longestCrumb = 40

interface CheckoutPageProps {
  shop: string
  id: string
  /** The QR code of the payment page. Drawn on the server, so that the encoder is not sent to browsers. */
  stub: ReactNode
  isFresh: boolean
}

export function CheckoutPage({ shop, id, stub, isFresh }: CheckoutPageProps) {
  const t = useTranslations('checkouts')
  // Refetches on mount, because the page missed events before it subscribed.
  const query = useQuery({ ...checkoutDetailOptions(shop, id), refetchOnMount: 'always' })
  const checkout = query.data
  if (!checkout)
    return query.isError ? <QueryError isPage query={query} title={t('page.failedTitle')} /> : null
  const isUnconfirmed = checkout.state === 'unconfirmed'
  return (
    <>
      <Header shop={shop} checkout={checkout} />
      <RefreshNotice query={query} />
      <div className="grid items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_330px] print:block">
        <div className="grid min-w-0 gap-4.5">
          {isUnconfirmed ? (
            <Unconfirmed shop={shop} checkout={checkout} />
          ) : (
            <Ticket
              checkout={checkout}
              stub={stub}
              isFresh={isFresh}
              repair={<Repair shop={shop} checkout={checkout} />}
            />
          )}
          <div className="grid min-w-0 gap-4.5 print:hidden">
            {!isUnconfirmed && checkout.redirect_url === null && (
              <p className="rounded-md bg-warn-weak px-3 py-2 text-md text-warn">{t('page.noLink')}</p>
            )}
            {!isUnconfirmed && <Known shop={shop} checkout={checkout} />}
            <Transactions shop={shop} checkout={checkout} />
            <RequestedValues checkout={checkout} />
          </div>
        </div>
        <div className="grid min-w-0 gap-4.5 print:hidden">
          <Facts shop={shop} checkout={checkout} />
          <Snippet checkout={checkout} />
          <ActivityLink shop={shop} id={id} />
        </div>
      </div>
    </>
  )
}

function Header({ shop, checkout }: { shop: string; checkout: CheckoutDetail }) {
  const t = useTranslations('checkouts')
  const title = useFocusOnArrival()
  const { reissue, isPending, dialog } = useReissue(shop)
  const { id, description, tracking_id: trackingId, state } = checkout
  // An unconfirmed checkout may exist. A person must first state that it does not.
  const mayRepeat = useMay('checkouts.create') && state !== 'unconfirmed'
  const base = `/shops/${shop}/checkouts`
  const another = `${base}/new?from=${id}` as Route
  const crumb = trackingId && trackingId.length <= longestCrumb ? trackingId : t('page.crumb')
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={description}
          titleRef={title}
          crumbs={[{ label: t('title'), href: base as Route }, { label: crumb }]}
          crumbsLabel={t('crumbs')}
          badges={<StateBadge checkout={checkout} />}
          actions={
            mayRepeat && (
              <>
                <span className="flex gap-2 max-md:hidden">
                  <LinkButton href={another} icon={<TicketIcon aria-hidden size={15} />}>
                    {t('another')}
                  </LinkButton>
                  <Button
                    icon={<Repeat2 aria-hidden size={15} />}
                    isPending={isPending}
                    onPress={() => reissue(checkout)}
                  >
                    {t('reissue')}
                  </Button>
                </span>
                <span className="md:hidden">
                  <MoreMenu
                    load={loadMenu}
                    aria-label={t('page.more')}
                    menu={{ another, onReissue: () => reissue(checkout) }}
                  />
                </span>
              </>
            )
          }
        />
      </div>
      {/* Print shows only the ticket and this title. */}
      <p className="mb-3 hidden text-xl font-semibold wrap-anywhere print:block">{description}</p>
      {dialog}
    </>
  )
}

function Repair({ shop, checkout }: { shop: string; checkout: CheckoutDetail }) {
  const { repair } = checkoutLink(checkout, useLinkView())
  const { reissue, isPending, dialog } = useReissue(shop)
  return (
    <>
      <CheckoutRepair
        shop={shop}
        checkout={checkout}
        repair={repair}
        isPending={isPending}
        onReissue={() => reissue(checkout)}
      />
      {dialog}
    </>
  )
}

/** Shows HTML that links or embeds the payment page. Hidden once the checkout cannot be paid. */
function Snippet({ checkout }: { checkout: CheckoutDetail }) {
  const t = useTranslations('checkouts.page')
  const { fault } = checkoutLink(checkout, useLinkView())
  const { redirect_url: url, description, request } = checkout
  if (url === null || fault !== null) return null
  const isFramed = (request.checkout as { iframe?: unknown } | undefined)?.iframe === true
  return (
    <Card>
      <Section title={t('site')}>
        <SnippetPart
          url={url}
          initialText={t(asksForCard(checkout.transaction_type) ? 'saveCardFor' : 'payFor', {
            description,
          })}
          kinds={['frame', 'button', 'link']}
          headingLevel={3}
        />
        <p className="mt-2 text-sm text-muted">{t(isFramed ? 'framed' : 'notFramed')}</p>
      </Section>
    </Card>
  )
}
