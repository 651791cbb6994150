'use client'
import { CreditCard, Link2 } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'use-intl'
import { Marked } from '@/components/data-table/marked'
import { QueryList } from '@/components/data-table/query-list'
import { PageHeader } from '@/components/frame/page-header'
import { PrimaryAction } from '@/components/frame/primary-action'
import { useMay } from '@/components/frame/use-may'
import { useLayout } from '@/components/list-tools/layout'
import { ListTools } from '@/components/list-tools/list-tools'
import { OnlyBest } from '@/components/mirror/list-notices'
import { when } from '@/components/time/when'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { LinkButton } from '@/components/ui/link-button'
import { perCard } from '@/lib/card-tokens/client'
import type { CardTokenListItem } from '@/lib/card-tokens/schema'
import { cardTokenSortColumns } from '@/lib/core/paging'
import { CardTitle, NameBeneath } from './card-name'
import { useCardTokenColumns, type CardTokenRow } from './columns'
import { Contracts } from './contracts'
import { Expiry } from './expiry'
import { useColumnNames } from './list/column-names'
import { useCardTokenFilters } from './list/use-card-token-filters'
import { cardTokenColumns, useCardTokenList } from './list/use-card-token-list'

const idOf = ({ id }: CardTokenListItem) => id
/** Returns the rows of a card: its newest token, then the others. */
const rowsOf = (card: CardTokenListItem): CardTokenRow[] => [
  card,
  ...(card.others ?? []).map((other) => ({ ...other, isOtherToken: true })),
]

/** The list of locally stored card tokens. The gateway has no list of them. */
export function CardTokensPage({ shop }: { shop: string }) {
  const t = useTranslations('cardTokens')
  const texts = useTranslations()
  const { list, query } = useCardTokenList(shop)
  const names = useColumnNames()
  const layout = useLayout(cardTokenColumns)
  const columns = useCardTokenColumns(shop, layout.columns)
  const filters = useCardTokenFilters(list)
  const page = query.data
  const hrefOf = ({ id }: CardTokenListItem) => `/shops/${shop}/card-tokens/${id}` as Route
  const counts = { total: page?.total ?? 0, isTotalExact: page?.total_exact ?? true }
  return (
    <>
      <Header shop={shop} total={page?.total} isPerCard={perCard(list.filters).per === 'card'} />
      <QueryList
        label={t('title')}
        list={list}
        query={query}
        rowsOf={rowsOf}
        searchPlaceholder={t('searchPlaceholder')}
        failedTitle={t('failedTitle')}
        notices={
          page?.alike && (
            <p role="status" className="mb-2.5 rounded-md bg-sunken px-3 py-2 text-md">
              {texts('mirror.alike', { q: list.q })}
            </p>
          )
        }
        columns={columns}
        rowId={idOf}
        rowHref={hrefOf}
        empty={<NothingYet shop={shop} />}
        renderCard={(card) => <CardTokenCard card={card} href={hrefOf(card)} />}
        filters={filters}
        density={layout.density}
        tools={
          <ListTools
            of="card-tokens"
            shop={shop}
            list={list}
            layout={layout}
            names={names}
            sortColumns={cardTokenSortColumns}
          />
        }
        endNote={page && page.best !== null && <OnlyBest best={page.best} {...counts} />}
      />
    </>
  )
}

const askHref = (shop: string) => `/shops/${shop}/card-tokens/ask` as Route
const typeHref = (shop: string) => `/shops/${shop}/card-tokens/new` as Route

interface HeaderProps {
  shop: string
  total: number | undefined
  /** `total` counts cards, not tokens. */
  isPerCard: boolean
}

function Header({ shop, total, isPerCard }: HeaderProps) {
  const t = useTranslations('cardTokens')
  const mayAsk = useMay('checkouts.create')
  const mayType = useMay('card_tokens.create')
  return (
    <PageHeader
      title={t('title')}
      meta={total === undefined ? undefined : <span>{t(isPerCard ? 'totalCards' : 'total', { total })}</span>}
      actions={mayType && <LinkButton href={typeHref(shop)}>{t('typeIn')}</LinkButton>}
      primary={
        mayAsk && (
          <PrimaryAction
            href={askHref(shop)}
            label={t('ask')}
            icon={<Link2 aria-hidden size={16} />}
            shortcut="n"
          />
        )
      }
    />
  )
}

function NothingYet({ shop }: { shop: string }) {
  const t = useTranslations('cardTokens')
  const mayAsk = useMay('checkouts.create')
  return (
    <EmptyState
      icon={<CreditCard size={19} />}
      title={t('emptyTitle')}
      action={mayAsk && <LinkButton href={askHref(shop)}>{t('ask')}</LinkButton>}
    >
      {t('emptyText')}
    </EmptyState>
  )
}

function CardTokenCard({ card, href }: { card: CardTokenRow; href: Route }) {
  const t = useTranslations('cardTokens')
  const { holder, marks, customer_name: customer, email, contracts, same_card: same } = card
  const whose = customer ?? email
  return (
    <Link href={href} data-row-link="" className="block rounded-sm">
      <span className="flex items-baseline justify-between gap-3">
        {card.isOtherToken ? (
          <NameBeneath card={card} />
        ) : (
          <CardTitle card={card} className="min-w-0 truncate text-base font-medium" />
        )}
        <span className="shrink-0 text-md">
          <Expiry card={card} />
        </span>
      </span>
      {holder && (
        <span dir="auto" className="block truncate text-md">
          <Marked text={holder} marks={marks?.holder} />
        </span>
      )}
      {whose && (
        <span dir="auto" className="block truncate text-md text-muted">
          {whose}
        </span>
      )}
      <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <span>{t.rich('kept', { when: when(card.created_at, { isPlain: true }) })}</span>
        {contracts.length > 0 && <Contracts contracts={contracts} />}
        {card.test && <Badge tone="warn">{t('test')}</Badge>}
        {same > 1 && !card.isOtherToken && <Badge tone="info">{t('sameCard', { count: same })}</Badge>}
      </span>
    </Link>
  )
}
