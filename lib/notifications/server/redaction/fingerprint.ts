import 'server-only'
import { hash } from 'node:crypto'

/** Identifies a body that is stored whole, or whose card tokens are stored beside it: the hash of what was posted. */
export const originalFingerprint = (given: Buffer): Buffer => hash('sha256', given, 'buffer')

/**
 * Identifies a body from which something was removed for good. The hash of what was posted would help to find that, as
 * nothing else is missing. `id` keeps notifications of earlier releases apart.
 */
export const maskedFingerprint = (body: Buffer, id = ''): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`masked ${id}\n`), body]), 'buffer')

/** Returns the headers without the signature, which tells anyone with the public key the hash of what was posted. */
export const withoutSignature = ({ 'content-signature': _signature, ...headers }: Record<string, string>) =>
  headers
