import type { Endpoints } from '../core/api/endpoint'
import { syncOutcome } from '../core/lists/list'
import { productCreate } from '../gateway/products/product'
import { jobDetail } from '../jobs/schema'
import { bulkOrder } from './bulk'
import {
  productChange,
  productDetail,
  productSearchQuery,
  productPage,
  driftDecision,
  historyPage,
  historyQuery,
  radar,
} from './schema'
import { copyOrder } from './copy'

export const productApi = {
  'GET /products': {
    permission: 'products.read',
    isReadFromReplica: true,
    query: productSearchQuery,
    response: productPage,
  },
  'POST /products': {
    permission: 'products.write',
    isBoundToDecimals: true,
    body: productCreate,
    response: productDetail,
    status: 201,
  },
  'POST /products/bulk': {
    permission: 'products.write',
    isBoundToDecimals: true,
    body: bulkOrder,
    response: jobDetail,
    status: 202,
  },
  'POST /products/copy': {
    isForPeopleOnly: true,
    permission: 'products.write',
    body: copyOrder,
    response: jobDetail,
    status: 202,
  },
  'GET /products/radar': { permission: 'products.read', response: radar },
  'POST /products/sync': { permission: 'products.read', response: syncOutcome },
  'GET /products/[id]': { permission: 'products.read', response: productDetail },
  'PATCH /products/[id]': {
    permission: 'products.write',
    isBoundToDecimals: true,
    body: productChange,
    response: productDetail,
  },
  'POST /products/[id]/archive': { permission: 'products.write', response: productDetail },
  'POST /products/[id]/drift': {
    permission: 'products.write',
    isBoundToDecimals: true,
    body: driftDecision,
    response: productDetail,
  },
  'GET /products/[id]/history': { permission: 'products.read', query: historyQuery, response: historyPage },
  'POST /products/[id]/restore': { permission: 'products.write', response: productDetail },
} satisfies Endpoints

export type ProductApi = typeof productApi
