'use client'
import { ArrowUpRight, Link2, X } from 'lucide-react'
import type { Route } from 'next'
import { dynamic } from '@/components/ui/dynamic'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMay } from '@/components/frame/use-may'
import { visibleName } from '@/components/ui/text/visible-text'
import { Button } from '@/components/ui/button'
import { IconButton } from '@/components/ui/icon-button'
import { type Description, DescriptionList } from '@/components/ui/text/description-list'
import type { NotificationDetail, NotificationLink } from '@/lib/notifications/schema'
import type { Permission } from '@/lib/core/permissions'
import { Link } from '../../ui/link'
import { DetailSection } from './section'
import { KeepCard } from './keep-card'
import { useLink } from './use-change'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const LinkDialog = dynamic(lazyWithMessages(() => import('@/components/link-by-hand/link-dialog')))

type Props = { shop: string; notification: NotificationDetail }

/** Shows what a notification is linked to and how each link was found. A person can link it by hand. */
export function Changed({ shop, notification }: Props) {
  const t = useTranslations('notifications.changed')
  const mayLink = useMay('notifications.link')
  const mayKeep = useMay('card_tokens.create')
  const [isLinking, setIsLinking] = useState(false)
  const link = useRef<HTMLButtonElement>(null)
  // The pressed button disappears with its link or offer.
  const toLink = () => link.current?.focus()
  // The server links neither a quarantined notification nor a verification request, which precedes any payment.
  const canBeLinked = !notification.quarantined && notification.hook === 'notification'
  const things = linkedRecordsOf(notification)
  return (
    <DetailSection
      title={t('title')}
      actions={
        mayLink &&
        canBeLinked && (
          <Button
            ref={link}
            size="sm"
            icon={<Link2 aria-hidden size={14} />}
            onPress={() => setIsLinking(true)}
          >
            {t('link')}
          </Button>
        )
      }
    >
      {things.length > 0 ? (
        <Things shop={shop} notification={notification} things={things} onUnlinked={toLink} />
      ) : (
        <p className="text-md/5 text-muted">{t(nothing(notification))}</p>
      )}
      {mayKeep && notification.card_offered && <KeepCard shop={shop} id={notification.id} onKept={toLink} />}
      {isLinking && (
        <LinkNotification shop={shop} notification={notification} onClose={() => setIsLinking(false)} />
      )}
    </DetailSection>
  )
}

function LinkNotification({ shop, notification, onClose }: Props & { onClose: () => void }) {
  return (
    <LinkDialog
      shop={shop}
      about={{ ...notification, kind: 'notification', at: notification.received_at }}
      linked={notification}
      hasCustomers
      change={useLink(shop, notification.id, onClose)}
      onClose={onClose}
    />
  )
}

function nothing({ quarantined, hook, worked_out: isWorkedOut }: NotificationDetail) {
  if (quarantined) return 'quarantined'
  if (hook === 'verification') return 'onlyAsked'
  return isWorkedOut ? 'unlinked' : 'unprocessed'
}

interface LinkedRecord {
  kind: 'checkout' | 'product' | 'customer' | 'cardToken'
  path: string
  /** Null if it has no name of its own. */
  name: string | null
  /** People without this permission see the name without a link. */
  permission: Permission
  matchedBy: string | null
  undo: NotificationLink
}

function linkedRecordsOf({
  checkout,
  product,
  customers,
  card_token_id: cardTokenId,
}: NotificationDetail): LinkedRecord[] {
  const found: (LinkedRecord | null)[] = [
    checkout && {
      kind: 'checkout',
      path: `checkouts/${checkout.id}`,
      name: checkout.description,
      permission: 'checkouts.read',
      matchedBy: checkout.link,
      undo: { checkout_id: null },
    },
    product && {
      kind: 'product',
      path: `products/${product.id}`,
      name: product.name ?? product.id,
      permission: 'products.read',
      matchedBy: product.link,
      undo: { product_id: null },
    },
    ...customers.map(({ id, name, matched_by: matchedBy }): LinkedRecord => {
      const undo = { customer_id: null }
      return {
        kind: 'customer',
        path: `customers/${id}`,
        name,
        permission: 'customers.read',
        matchedBy,
        undo,
      }
    }),
    cardTokenId === null
      ? null
      : {
          kind: 'cardToken',
          path: `card-tokens/${cardTokenId}`,
          name: null,
          permission: 'card_tokens.read',
          matchedBy: null,
          undo: {},
        },
  ]
  return found.filter((thing) => thing !== null)
}

const kinds = ['checkout', 'product', 'customer', 'cardToken'] as const

interface ThingsProps extends Props {
  things: readonly LinkedRecord[]
  onUnlinked: () => void
}

function Things({ shop, notification, things, onUnlinked }: ThingsProps) {
  const t = useTranslations('notifications.changed')
  const items = kinds.flatMap((kind): Description[] => {
    const some = things.filter((thing) => thing.kind === kind)
    if (some.length === 0) return []
    const list = (
      <ul className="grid gap-1.5">
        {some.map((thing) => (
          <li key={thing.path}>
            <OneThing shop={shop} notificationId={notification.id} thing={thing} onUnlinked={onUnlinked} />
          </li>
        ))}
      </ul>
    )
    return [{ term: t(`terms.${kind}`, { count: some.length }), value: list }]
  })
  return <DescriptionList items={items} />
}

/** The ways of matching that are shown. Others are omitted. */
const ways = [
  'payment_token',
  'tracking_id',
  'id',
  'likely',
  'email',
  'external_id',
  'parent',
  'hand',
] as const

interface OneThingProps {
  shop: string
  notificationId: string
  thing: LinkedRecord
  onUnlinked: () => void
}

function OneThing({ shop, notificationId, thing, onUnlinked }: OneThingProps) {
  const t = useTranslations('notifications.changed')
  const { path, kind, permission, matchedBy, undo } = thing
  const mayRead = useMay(permission)
  const way = ways.find((one) => one === matchedBy)
  const name = <bdi className="wrap-anywhere">{visibleName(thing.name ?? t('keptCard'))}</bdi>
  return (
    <span className="flex items-start gap-1">
      <span className="min-w-0 flex-1">
        {mayRead ? (
          <Link href={`/shops/${shop}/${path}` as Route} className="rounded-xs text-accent hover:underline">
            {name}
            <ArrowUpRight aria-hidden size={13} className="mb-0.5 ms-0.5 inline rtl:-scale-x-100" />
          </Link>
        ) : (
          name
        )}
        {way && <span className="block text-sm text-muted">{t(`matched.${way}`)}</span>}
      </span>
      {way === 'hand' && (
        <Unlink
          shop={shop}
          id={notificationId}
          link={undo}
          label={t(`remove.${kind}`)}
          onUnlinked={onUnlinked}
        />
      )}
    </span>
  )
}

interface UnlinkProps {
  shop: string
  id: string
  link: NotificationLink
  label: string
  onUnlinked: () => void
}

/** Removes a link made by hand. */
function Unlink({ shop, id, link, label, onUnlinked }: UnlinkProps) {
  const mayLink = useMay('notifications.link')
  const { send, isPending, failure } = useLink(shop, id, onUnlinked)
  if (!mayLink) return null
  return (
    <>
      <IconButton
        size="sm"
        label={label}
        icon={<X aria-hidden size={14} />}
        isDisabled={isPending}
        onPress={() => send(link)}
      />
      {failure && (
        <span role="alert" className="text-sm text-danger">
          {failure}
        </span>
      )}
    </>
  )
}
