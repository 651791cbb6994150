'use client'
import { ShoppingCart } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { Marked } from '@/components/data-table/marked'
import { Personal } from '@/components/data-table/personal'
import {
  defineList,
  type ColumnContext,
  type FilterContext,
  type ListColumns,
} from '@/components/list/define-list'
import { defineExport } from '@/components/list/export-button'
import {
  multiFilter,
  optionsOf,
  type OwnFilters,
  removableFilter,
  yesNoFilter,
} from '@/components/list/filters/filters'
import { useAmountFilter } from '@/components/list/filters/use-amount-filter'
import { useCurrencyFilter } from '@/components/list/filters/fetched-filters'
import { useDayFilter } from '@/components/list/filters/use-day-filter'
import { useList, useListQuery } from '@/components/list/use-list'
import { usePeopleOptions } from '@/components/list/filters/use-people-options'
import { useMoney } from '@/components/money/use-money'
import { RelativeTime } from '@/components/time/relative-time'
import { checkoutListOptions, checkoutListParams, checkoutMakersOptions } from '@/lib/checkouts/client'
import type { CheckoutListItem } from '@/lib/checkouts/schema'
import { checkoutStates } from '@/lib/checkouts/state'
import { EvidenceText, Expires, StateBadge, useTypeText } from '../cells'
import { CopyLink, RowActions } from './row-actions'

export const checkoutExport = defineExport({
  of: 'checkouts',
  permission: 'checkouts.export',
  isPersonal: true,
  columns: async () => ({ all: (await import('@/lib/checkouts/export')).checkoutExportColumns }),
})

const checkoutList = defineList({
  of: 'checkouts',
  path: 'checkouts',
  hasMaskedContacts: true,
  icon: ShoppingCart,
  params: checkoutListParams,
  query: checkoutListOptions,
  usual: ['amount', 'state', 'email', 'expires_at', 'created_at', 'link'],
  rowName: ({ description }) => description,
  rowMenu: (checkout) => <RowActions checkout={checkout} />,
  create: 'checkouts.create',
})

export function useCheckoutList(shop: string) {
  const list = useListQuery(checkoutList, shop)
  return useList(list, useColumns(list), useFilters(list))
}
export type CheckoutList = ReturnType<typeof useCheckoutList>

type Columns = ListColumns<'checkouts', CheckoutListItem>

const secondLine = 'block text-xs text-muted group-data-[density=compact]/table:hidden'

function useColumns({ isShown }: ColumnContext): Columns {
  const { amountText } = useMoney()
  const typeText = useTypeText()
  return useMemo(
    () => [
      {
        id: 'description',
        isPrimary: true,
        // Takes the width that other columns leave, so that the pinned column does not cover the button “Reissue”.
        className: 'w-full max-w-0 min-w-[170px]',
        skeleton: 'my-[11px] h-3.5 w-40',
        exported: ['description', 'tracking_id'],
        cell: (checkout) => <CheckoutName checkout={checkout} hasToken={!isShown('token')} />,
      },
      tokenColumn,
      {
        id: 'amount',
        align: 'end',
        firstSort: 'desc',
        exported: ['price', 'currency'],
        cell: (checkout) => (
          <>
            <span className="block font-medium">{amountText(checkout)}</span>
            {!isShown('transaction_type') && (
              <span className={secondLine}>{typeText(checkout.transaction_type)}</span>
            )}
          </>
        ),
      },
      {
        id: 'transaction_type',
        className: 'text-muted',
        cell: ({ transaction_type: type }) => typeText(type),
      },
      ...stateColumns,
      {
        id: 'created_at',
        className: 'max-w-[150px] text-muted',
        firstSort: 'desc',
        exported: ['created_at', 'created_by'],
        cell: ({ created_at: at, created_by: by }) => (
          <>
            <RelativeTime at={at} isPlain className="block" />
            {!isShown('created_by') && by && (
              <span dir="auto" className={`${secondLine} truncate`}>
                {by}
              </span>
            )}
          </>
        ),
      },
      ...lastColumns,
    ],
    [amountText, typeText, isShown],
  )
}

const tokenColumn: Columns[number] = {
  id: 'token',
  className: 'max-w-[170px] truncate font-mono text-xs text-muted',
  cell: ({ token, marks }) => (token === null ? '–' : <Marked text={token} marks={marks?.token} />),
}

const stateColumns: Columns = [
  {
    id: 'state',
    exported: ['state', 'rests_on', 'test'],
    cell: (checkout) => (
      <>
        <StateBadge checkout={checkout} className="align-top" />
        <EvidenceText checkout={checkout} className={`${secondLine} mt-0.5`} />
      </>
    ),
  },
  {
    id: 'email',
    className: 'max-w-[180px] truncate',
    cell: ({ email, masked, marks }) => <Personal text={email} isMasked={masked} marks={marks?.email} />,
  },
  {
    id: 'expires_at',
    className: 'text-muted',
    firstSort: 'asc',
    cell: (checkout) => <Expires checkout={checkout} />,
  },
]

const lastColumns: Columns = [
  {
    id: 'created_by',
    className: 'max-w-[150px] truncate text-muted',
    cell: ({ created_by: by }) => by ?? '–',
  },
  {
    id: 'link',
    className: 'print:hidden',
    exported: ['redirect_url'],
    cell: (checkout) => (
      <span className="flex gap-1.5">
        <CopyLink checkout={checkout} />
      </span>
    ),
  },
]

type Context = FilterContext<typeof checkoutListParams.filters, CheckoutListItem>

function useFilters(list: Context): OwnFilters {
  const t = useTranslations('checkouts')
  const makers = usePeopleOptions({
    shop: list.shop,
    optionsOf: checkoutMakersOptions,
    chosen: list.narrowed.created_by,
    somebody: t('filters.somebody'),
  })
  return {
    state: multiFilter(list, 'state', {
      label: t('columns.state'),
      options: optionsOf(checkoutStates, (state) => t(`state.${state}`)),
    }),
    created: useDayFilter(list, {
      name: 'created',
      label: t('columns.created_at'),
      title: t('filters.createdTitle'),
    }),
    amount: useAmountFilter(list),
    created_by: multiFilter(list, 'created_by', { label: t('columns.created_by'), options: makers }),
    test: yesNoFilter(list, 'test', {
      label: t('filters.mode'),
      texts: { false: t('filters.realOnly'), true: t('filters.testOnly') },
    }),
    currency: useCurrencyFilter(list),
    job: removableFilter(list, 'job', { label: t('filters.job'), text: t('filters.oneJob') }),
    customer_id: removableFilter(list, 'customer_id', { label: t('filters.customer') }),
  }
}

function CheckoutName({ checkout, hasToken }: { checkout: CheckoutListItem; hasToken: boolean }) {
  const { description, marks } = checkout
  return (
    <>
      <span dir="auto" className="block truncate text-parent font-medium">
        <Marked text={description} marks={marks?.description} />
      </span>
      <span
        dir="auto"
        className="block truncate text-start font-mono text-xs text-muted group-data-[density=compact]/table:hidden"
      >
        <Identifiers checkout={checkout} hasToken={hasToken} />
      </span>
    </>
  )
}

interface IdentifiersProps {
  checkout: CheckoutListItem
  /** Whether to show the payment token when the search matched it. False when the token has its own column. */
  hasToken: boolean
}

export function Identifiers({ checkout, hasToken }: IdentifiersProps) {
  const { tracking_id: trackingId, token, marks } = checkout
  const isFoundByToken = hasToken && token !== null && (marks?.token.length ?? 0) > 0
  return (
    <>
      {isFoundByToken && (
        <span className="me-1.5">
          <Marked text={token} marks={marks?.token} />
        </span>
      )}
      {trackingId && (
        <bdi>
          <Marked text={trackingId} marks={marks?.tracking_id} />
        </bdi>
      )}
    </>
  )
}
