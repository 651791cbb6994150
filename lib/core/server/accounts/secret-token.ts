import 'server-only'
import { createHash, randomBytes } from 'node:crypto'

/** The secret of a link or a cookie: 256 bits cannot be guessed. It is not stored; its hash is. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What is stored of a token, and looked up: its SHA-256. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()
