import { unknownAddress } from '@/lib/core/server/route/raw-route'

/** Answers unknown addresses. Without it Next.js would show its own page. */
export const GET = unknownAddress
export const POST = unknownAddress
export const PUT = unknownAddress
export const PATCH = unknownAddress
export const DELETE = unknownAddress
export const OPTIONS = unknownAddress
