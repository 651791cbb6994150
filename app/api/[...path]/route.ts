import { unknownAddress } from '@/lib/core/server/route/raw-route'

/** What no other handler answers. Without it Next would show its page. */
export const GET = unknownAddress
export const POST = unknownAddress
export const PUT = unknownAddress
export const PATCH = unknownAddress
export const DELETE = unknownAddress
export const OPTIONS = unknownAddress
