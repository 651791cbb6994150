import 'server-only'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { LiveEvent } from '../../events'
import type { Database } from '../../../db/database'
import type { ShopContext } from '../context'
import type { syncs } from '../tables/syncs'

export type Resource = (typeof syncs.$inferSelect)['resource']

/** One thing of a complete list; `fingerprint` tells whether it is as it was when last written. */
export type Listed<Reply> = { reply: Reply; fingerprint: string }

/** The columns that every mirror's table has; what they mean stands in tables/products.ts. */
export type MirrorTable = PgTable &
  Record<
    'shopId' | 'id' | 'fingerprint' | 'firstSeenAt' | 'syncedAt' | 'submittedAt' | 'vanishedAt',
    PgColumn
  >

/** What is mirrored of a shop: where its list is, how one of it is read, and how rows are written. */
export type Mirror<Reply extends { id: string }> = {
  resource: Resource
  /** What browsers are told when the mirror was brought up to date. */
  live: LiveEvent['kind']
  table: MirrorTable
  /** Of the trigram index, whose list of pending entries slows searches down after many writes. */
  searchIndex: string
  /** To be raised when `write` makes other rows of the same replies, so that all are written again. */
  version: number
  address: (context: ShopContext) => string
  /** Loose: what it refuses is passed over. */
  reply: z.ZodType<Reply>
  /** `at`: when the list was asked for. A row that is newer must be left alone. */
  write: (db: Database, shopId: string, listed: Listed<Reply>[], at: Date) => Promise<void>
}
