'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Column } from '@/components/data-table/columns'
import { Marked } from '@/components/data-table/marked'
import { Personal } from '@/components/data-table/personal'
import { useMoney } from '@/components/money/use-money'
import { useClock } from '@/components/time/clock'
import { RelativeTime } from '@/components/time/relative-time'
import { when } from '@/components/time/when'
import type { CheckoutListItem, CheckoutItem } from '@/lib/checkouts/schema'
import { CopyLink } from './copy-link'
import { CheckoutName } from './list/checkout-name'
import { useColumnNames } from './list/column-names'
import { RowActions } from './list/row-actions'
import type { ColumnId } from './list/use-checkout-list'
import { stateNow } from './state'
import { RestsOn, StateBadge } from './state-badge'
import { useTypeText } from './transaction-type'

const second = 'block text-xs text-muted group-data-[density=compact]/table:hidden'

type Names = ReturnType<typeof useColumnNames>
type Words = {
  names: Names
  amountText: ReturnType<typeof useMoney>['amountText']
  typeText: (type: string) => string
  isShown: (id: ColumnId) => boolean
}

/** Returns the description column, the `shown` columns and the actions column. */
export function useCheckoutColumns(shown: readonly ColumnId[]): Column<CheckoutListItem>[] {
  const t = useTranslations('checkouts')
  const names = useColumnNames()
  const { amountText } = useMoney()
  const typeText = useTypeText()
  return useMemo(() => {
    const isShown = (id: string) => shown.some((one) => one === id)
    const words = { names, amountText, typeText, isShown }
    return [
      {
        id: 'description',
        header: names.description,
        isPrimary: true,
        className: 'max-w-[250px]',
        skeleton: 'my-[11px] h-3.5 w-40',
        cell: (checkout) => <CheckoutName checkout={checkout} hasToken={!isShown('token')} />,
      },
      ...[...valueColumns(words), ...otherColumns(words)].filter(({ id }) => isShown(id)),
      {
        id: 'actions',
        header: <span className="sr-only">{t('list.rowActions')}</span>,
        isPinned: true,
        className: 'w-11 pl-0 text-right',
        skeleton: 'h-3.5 w-4',
        cell: (checkout) => <RowActions checkout={checkout} />,
      },
    ]
  }, [t, names, amountText, typeText, shown])
}

const valueColumns = ({ names, amountText, typeText, isShown }: Words): Column<CheckoutListItem>[] => [
  {
    id: 'token',
    header: names.token,
    className: 'max-w-[170px] truncate font-mono text-xs text-muted',
    cell: ({ token, marks }) => (token === null ? '–' : <Marked text={token} marks={marks?.token} />),
  },
  {
    id: 'amount',
    header: names.amount,
    align: 'end',
    firstSort: 'desc',
    cell: (checkout) => (
      <>
        <span className="block font-medium">{amountText(checkout)}</span>
        {!isShown('transaction_type') && (
          <span className={second}>{typeText(checkout.transaction_type)}</span>
        )}
      </>
    ),
  },
  {
    id: 'transaction_type',
    header: names.transaction_type,
    className: 'text-muted',
    cell: ({ transaction_type: type }) => typeText(type),
  },
  {
    id: 'state',
    header: names.state,
    cell: (checkout) => (
      <>
        <StateBadge checkout={checkout} className="align-top" />
        <RestsOn checkout={checkout} className={`${second} mt-0.5`} />
      </>
    ),
  },
]

const otherColumns = ({ names, isShown }: Words): Column<CheckoutListItem>[] => [
  {
    id: 'email',
    header: names.email,
    className: 'max-w-[180px] truncate',
    cell: ({ email, masked, marks }) => <Personal text={email} masked={masked} marks={marks?.email} />,
  },
  {
    id: 'expires_at',
    header: names.expires_at,
    className: 'text-muted',
    firstSort: 'asc',
    cell: (checkout) => <Expires checkout={checkout} />,
  },
  {
    id: 'created_at',
    header: names.created_at,
    className: 'max-w-[150px] text-muted',
    firstSort: 'desc',
    cell: ({ created_at: at, created_by: by }) => (
      <>
        <RelativeTime at={at} isPlain className="block" />
        {!isShown('created_by') && by && (
          <span dir="auto" className={`${second} truncate`}>
            {by}
          </span>
        )}
      </>
    ),
  },
  {
    id: 'created_by',
    header: names.created_by,
    className: 'max-w-[150px] truncate text-muted',
    cell: ({ created_by: by }) => by ?? '–',
  },
  {
    id: 'link',
    header: names.link,
    cell: (checkout) => (
      <span className="flex gap-1.5">
        <CopyLink checkout={checkout} />
      </span>
    ),
  },
]

type Given = Pick<CheckoutItem, 'state' | 'rests_on' | 'attempts_left' | 'expires_at'>

/** Shows when the checkout expires or expired; a dash once it is paid or cancelled. */
function Expires({ checkout }: { checkout: Given }) {
  const t = useTranslations('checkouts')
  const { expires_at: at } = checkout
  const { state } = stateNow(checkout, useClock().valueOf())
  if (state === 'expired') return t.rich('expiredAgo', { when: when(at, { isPlain: true }) })
  const isOver = state === 'paid' || state === 'cancelled'
  return isOver ? '–' : <RelativeTime at={at} isPlain />
}
