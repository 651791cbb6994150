import { unknownAddress } from '@/lib/sandbox/http/refusal'

/** Answers unknown addresses of the sandbox. Without it Next.js would show the back office's page. */
export const GET = unknownAddress
export const POST = unknownAddress
export const PUT = unknownAddress
export const PATCH = unknownAddress
export const DELETE = unknownAddress
export const OPTIONS = unknownAddress
