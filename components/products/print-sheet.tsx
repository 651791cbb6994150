'use client'
import { Printer } from 'lucide-react'
import type { Route } from 'next'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { BrandLine } from '@/components/counterfoil/brand'
import { QrCode } from '@/components/counterfoil/qr-code'
import type { QrPath } from '@/components/counterfoil/qr-path'
import { PageHeader } from '@/components/frame/page-header'
import { useMoney } from '@/components/money/use-money'
import { ProductRepair } from '@/components/products/product-repair'
import { useLinkView } from '@/components/payment-links/link-view'
import { Button } from '@/components/ui/button'
import { cx } from '@/components/ui/cx'
import { visibleName } from '@/components/ui/text/visible-text'
import { EmptyState } from '@/components/ui/empty-state'
import { LinkButton } from '@/components/ui/link'
import { type LinkState, productLink } from '@/lib/products/link-state'
import type { ProductItem } from '@/lib/products/schema'
import { type PrintOptions, printColumns, printHref, printLinks } from './print-options'

interface Ticket {
  product: ProductItem
  url: string | null
  path: QrPath | null
}

interface PrintSheetProps {
  shop: string
  options: PrintOptions
  /** The products with their QR codes, which are drawn on the server. */
  tickets: readonly Ticket[]
  missing: number
}

const grids = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-3' }

/** Shows QR codes with names and prices. Only the grid is printed. */
export function PrintSheet({ shop, options, tickets, missing }: PrintSheetProps) {
  const t = useTranslations('products.print')
  const words = useTranslations('products')
  const view = useLinkView()
  const judged = tickets.map((ticket) => ({ ...ticket, ...productLink(ticket.product, ticket.url, view) }))
  const dead = judged.filter(({ fault, path }) => fault !== null || path === null)
  const printed = judged.flatMap(({ product, url, path, fault }) =>
    fault === null && url !== null && path !== null ? [{ product, url, path }] : [],
  )
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title={t('title')}
          crumbs={[
            { label: words('title'), href: `/shops/${shop}/products` as Route },
            { label: t('crumb') },
          ]}
          crumbsLabel={words('crumbs')}
          meta={t('count', { count: printed.length })}
          actions={
            <Button
              variant="primary"
              icon={<Printer aria-hidden size={16} />}
              isDisabled={printed.length === 0}
              onPress={() => window.print()}
            >
              {t('print')}
            </Button>
          }
        />
        <div className="mb-4 flex flex-wrap gap-x-6 gap-y-3">
          <Choice label={t('leadsTo')}>
            {printLinks.map((link) => (
              <Option
                key={link}
                href={printHref(shop, { ...options, link })}
                isChosen={options.link === link}
                label={words(link === 'pay' ? 'payPage' : 'confirmPage')}
              />
            ))}
          </Choice>
          <Choice label={t('columns')}>
            {printColumns.map((columns) => (
              <Option
                key={columns}
                href={printHref(shop, { ...options, columns })}
                isChosen={options.columns === columns}
                label={String(columns)}
              />
            ))}
          </Choice>
        </div>
        {missing > 0 && (
          <p role="status" className="mb-3 rounded-md bg-warn-weak px-3 py-2 text-md text-warn">
            {t('missing', { count: missing })}
          </p>
        )}
        {dead.length > 0 && <DeadList shop={shop} dead={dead} />}
      </div>
      {printed.length === 0 ? (
        <EmptyState icon={<Printer size={19} />} title={t('emptyTitle')}>
          {t('emptyText')}
        </EmptyState>
      ) : (
        <ul className={cx('grid gap-3', grids[options.columns])}>
          {printed.map((ticket) => (
            <Label key={ticket.product.id} {...ticket} isLarge={options.columns === 1} />
          ))}
        </ul>
      )}
    </>
  )
}

type Dead = Pick<Ticket, 'product'> & LinkState

function DeadList({ shop, dead }: { shop: string; dead: readonly Dead[] }) {
  const t = useTranslations('products.print')
  const links = useTranslations('links')
  return (
    <section role="status" className="mb-3 rounded-md bg-warn-weak px-3 py-2 text-md">
      <h2 className="text-warn">{t('dead', { count: dead.length })}</h2>
      <ul className="mt-1.5 grid gap-1.5">
        {dead.map(({ product, fault, repair }) => (
          <li key={product.id} className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <bdi className="min-w-0 font-medium wrap-anywhere">{visibleName(product.name ?? product.id)}</bdi>
            <span>{links(fault === null ? 'tooLongForCode' : `fault.${fault}`)}</span>
            <ProductRepair shop={shop} product={product} repair={repair} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Choice({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-1.5">
      <span aria-hidden className="me-1 text-sm text-muted">
        {label}
      </span>
      {children}
    </nav>
  )
}

function Option({ href, isChosen, label }: { href: Route; isChosen: boolean; label: string }) {
  return (
    <LinkButton
      size="sm"
      href={href}
      className="min-w-8"
      variant={isChosen ? 'primary' : 'secondary'}
      aria-current={isChosen ? 'true' : undefined}
    >
      {label}
    </LinkButton>
  )
}

interface LabelProps {
  product: ProductItem
  /** The code's URL, printed for typing it in. */
  url: string
  path: QrPath
  isLarge: boolean
}

function Label({ product, url, path, isLarge }: LabelProps) {
  const t = useTranslations('products')
  const { amountText } = useMoney()
  const name = product.name ?? product.id
  return (
    <li className="flex min-w-0 break-inside-avoid flex-col items-center rounded-md border border-dashed border-border-strong bg-surface p-4 text-center max-md:p-2.5">
      <BrandLine isLarge={isLarge} />
      <QrCode
        path={path}
        label={t('print.codeOf', { name })}
        className={cx('w-full rounded-sm', isLarge ? 'max-w-[420px]' : 'max-w-[240px]')}
      />
      <p
        dir="auto"
        className={cx('mt-2 line-clamp-3 font-semibold wrap-anywhere', isLarge ? 'text-xl' : 'text-base')}
      >
        {visibleName(name)}
      </p>
      <p className={cx('mt-0.5 tabular-nums', isLarge ? 'text-xl' : 'text-base')}>
        {amountText(product) ?? '–'}
      </p>
      <p className={cx('mt-1.5 text-muted', isLarge ? 'text-md' : 'text-xs')}>{t('print.how')}</p>
      <p
        translate="no"
        className={cx('mt-0.5 font-mono break-all text-muted', isLarge ? 'text-sm' : 'text-[0.625rem]/3.5')}
      >
        {url}
      </p>
    </li>
  )
}
