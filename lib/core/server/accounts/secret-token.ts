import 'server-only'
import { createHash, randomBytes } from 'node:crypto'

/** The secret of a link or a cookie: 256 bits cannot be guessed. It is not stored; its hash is. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Returns the SHA-256 of a token, which is stored and looked up. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()
