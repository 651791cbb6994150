import 'server-only'
import { sign } from 'node:crypto'

/** Content of `Content-Signature`: Base64 of an RSA-SHA256 signature over the raw body (documented). */
export const contentSignature = (body: Uint8Array, privateKeyPem: string) =>
  sign('sha256', body, privateKeyPem).toString('base64')
