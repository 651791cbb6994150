'use client'
import { useQuery } from '@tanstack/react-query'
import { Copy, Ellipsis, Pencil, Share2, Archive } from 'lucide-react'
import type { Route } from 'next'
import { type ReactNode, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { QueryError, RefreshNotice } from '@/components/data-table/query-state'
import { passFocusOn } from '@/components/frame/pass-focus-on'
import { PageHeader } from '@/components/frame/page-header'
import { useFocusOnArrival } from '@/components/frame/use-focus-on-arrival'
import { useMay } from '@/components/frame/use-may'
import { GatewayNotice } from '@/components/mirror/gateway-notice'
import { when } from '@/components/time/when'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { Card } from '@/components/ui/card'
import { LazyMenu } from '@/components/ui/overlays/lazy-menu'
import { LinkButton } from '@/components/ui/link'
import { visibleName } from '@/components/ui/text/visible-text'
import { productDetailOptions } from '@/lib/products/client'
import type { ProductDetail } from '@/lib/products/schema'
import { ProductDetails } from '../product-details'
import { ProductPayments } from '../product-payments'
import { LowStockBadge, StateBadges } from '../cells'
import { ShareButton } from '../share/share-button'
import { DriftNotice } from './drift-notice'
import { ProductHistory } from './product-history'
import { Ticket } from './ticket'
import { useArchive } from '../product-repair'
import { lazyWithMessages } from '@/lib/core/i18n/lazy-with-messages'

const visibleRefetchMs = 30_000

interface ProductPageProps {
  shop: string
  id: string
  /** The QR code of the payment page. Drawn on the server, so that the encoder is not sent to browsers. */
  stub: ReactNode
}

export function ProductPage({ shop, id, stub }: ProductPageProps) {
  const t = useTranslations('products')
  // Refetched on mount, because the server sends no event when it reads a product from the gateway. Refetched while the
  // page is visible, because no event reports sales or changes made elsewhere.
  const query = useQuery({
    ...productDetailOptions(shop, id),
    refetchOnMount: 'always',
    refetchInterval: visibleRefetchMs,
  })
  const product = query.data
  if (!product) return query.isError ? <QueryError isPage query={query} title={t('failedTitle')} /> : null
  return (
    <>
      <Header shop={shop} product={product} />
      <RefreshNotice query={query} />
      <GatewayNotice shop={shop} syncedAt={product.synced_at} />
      {product.vanished && (
        <p className="mb-3 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">{t('vanished')}</p>
      )}
      {product.archived && <ArchivedNotice shop={shop} product={product} />}
      <UnusableLinks links={product.unusable_links} />
      <DriftNotice shop={shop} product={product} />
      <div className="grid items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_330px]">
        <div className="grid min-w-0 gap-4.5">
          <Ticket shop={shop} product={product} stub={stub} />
          <ProductPayments shop={shop} id={id} />
        </div>
        <div className="grid min-w-0 gap-4.5">
          <Card>
            <ProductDetails product={product} />
          </Card>
          <Card>
            <ProductHistory shop={shop} id={id} currency={product.currency} />
          </Card>
        </div>
      </div>
      <p className="mt-3 text-sm text-muted">{t.rich('read', { when: when(product.synced_at) })}</p>
    </>
  )
}

/** Shows links that are not web addresses as plain text, because following them could run anything. */
function UnusableLinks({ links }: { links: string[] }) {
  const t = useTranslations('products')
  if (links.length === 0) return null
  return (
    <div className="mb-3 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
      <p>{t('unusableLinks', { count: links.length })}</p>
      {links.map((link) => (
        <p key={link} dir="ltr" className="font-mono text-sm wrap-anywhere">
          {visibleName(link)}
        </p>
      ))}
    </div>
  )
}

function Header({ shop, product }: { shop: string; product: ProductDetail }) {
  const t = useTranslations('products')
  const title = useFocusOnArrival()
  return (
    <PageHeader
      title={product.name ?? product.id}
      titleRef={title}
      crumbs={[{ label: t('title'), href: `/shops/${shop}/products` as Route }, { label: product.id }]}
      crumbsLabel={t('crumbs')}
      badges={
        <>
          <StateBadges product={product} />
          <LowStockBadge product={product} />
        </>
      }
      actions={<Actions shop={shop} product={product} />}
      primary={
        // For a product that is archived, or gone from the gateway, a notice says why it is not shared.
        !product.archived &&
        !product.vanished && (
          <ShareButton
            shop={shop}
            product={product}
            variant="primary"
            icon={<Share2 aria-hidden size={16} />}
            className="max-md:size-8 max-md:p-0"
          >
            <span className="max-md:sr-only">{t('share.share')}</span>
          </ShareButton>
        )
      }
    />
  )
}

const loadMenu = lazyWithMessages(() => import('./more-menu'))

function Actions({ shop, product }: { shop: string; product: ProductDetail }) {
  const t = useTranslations('products.page')
  const mayWrite = useMay('products.write')
  const canPrint = useMay('products.share') && !product.vanished
  const archive = useArchive(shop, product)
  const base = `/shops/${shop}/products`
  const copyHref = `${base}/new?from=${encodeURIComponent(product.id)}` as Route
  const sheetHref = `${base}/print?ids=${encodeURIComponent(product.id)}` as Route
  return (
    <>
      {mayWrite && (
        <>
          <span className="flex max-md:hidden">
            <LinkButton href={copyHref} icon={<Copy aria-hidden size={15} />}>
              {t('duplicate')}
            </LinkButton>
          </span>
          {!product.vanished && (
            <LinkButton href={`${base}/${product.id}/edit` as Route} icon={<Pencil aria-hidden size={15} />}>
              {t('edit')}
            </LinkButton>
          )}
        </>
      )}
      {(mayWrite || canPrint) && (
        <LazyMenu
          load={loadMenu}
          aria-label={t('more')}
          className={buttonClass('secondary', 'md', 'px-2')}
          menu={{
            copyHref: mayWrite ? copyHref : undefined,
            sheetHref: canPrint ? sheetHref : undefined,
            archive: mayWrite ? { isArchived: product.archived, toggle: () => archive.mutate() } : undefined,
          }}
        >
          <Ellipsis aria-hidden size={16} />
        </LazyMenu>
      )}
      {archive.isError && (
        <p role="alert" className="w-full text-end text-sm text-danger">
          {t(product.archived ? 'restoreFailed' : 'archiveFailed')}
        </p>
      )}
    </>
  )
}

/** Says that an archived product stays active at the gateway. */
function ArchivedNotice({ shop, product }: { shop: string; product: ProductDetail }) {
  const t = useTranslations('products.page')
  const mayWrite = useMay('products.write')
  const button = useRef<HTMLButtonElement>(null)
  const archive = useArchive(shop, product, () => passFocusOn(button.current))
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border bg-sunken px-3 py-2 text-md">
      <Archive aria-hidden size={15} className="shrink-0 text-muted" />
      <p className="min-w-0 flex-1">
        {product.archived_at && t.rich('archivedAt', { when: when(product.archived_at) })} {t('archivedText')}
      </p>
      {mayWrite && (
        <Button ref={button} size="sm" isPending={archive.isPending} onPress={() => archive.mutate()}>
          {t('restore')}
        </Button>
      )}
      {archive.isError && (
        <p role="alert" className="w-full text-sm text-danger">
          {t('restoreFailed')}
        </p>
      )}
    </div>
  )
}
