import { amount, choice, choices, currencies, flag, rare, texts } from '../core/lists/filters'
import { describeList } from '../core/lists/paging'
import { archivedChoices, attentionKinds, productStates, stockLevels, transactionTypeChoices } from './state'

export const productList = describeList({
  sortColumns: [
    'id',
    'name',
    'currency',
    'amount',
    'quantity',
    'expired_at',
    'state',
    'transaction_type',
    'created_at',
    'updated_at',
  ],
  defaultSort: '-updated_at',
  search: 'ranked',
  filters: {
    state: choices(productStates),
    amount_from: amount,
    amount_to: amount,
    stock: choice(stockLevels),
    test: flag,
    currency: currencies,
    transaction_type: rare(choice(transactionTypeChoices)),
    archived: rare(choice(archivedChoices)),
    attention: choice(attentionKinds),
    /** Of a selection: which of its rows the list still has. */
    id: texts(200),
  },
})
