import 'server-only'
import { asc, eq } from 'drizzle-orm'
import { recordActivity } from '../../core/server/activity/record'
import type { ActorContext } from '../../core/server/context'
import { zipOf, type ZipEntry } from '../../core/server/files/zip'
import { memberships, users } from '../../core/server/tables/users'
import { exportedTables, leftOutTables, recordsOf, shopRecordOf } from './export-records'

/**
 * Exports a whole shop as a ZIP file, without secrets: its lists as people know them, all records as lines of JSON, and
 * a manifest with its settings, which says what is in the file and what is left out. Records who exported it before the
 * first byte, and its completion after the last.
 */
export async function* exportShop(
  context: ActorContext,
  lists: readonly ZipEntry[],
): AsyncGenerator<Uint8Array, void> {
  const { db } = context.engine
  const begunAt = new Date().toISOString()
  await recordActivity(db, context, { action: 'shop.export_started' })
  const files: ManifestFile[] = []
  const records = [
    { name: 'people', batches: peopleOf(context) },
    ...exportedTables.map((name) => ({ name, batches: recordsOf(context, name) })),
  ]
  let isComplete = false
  try {
    yield* zipOf([
      ...lists.map(({ name, text }) => ({ name: `lists/${name}`, text })),
      ...records.map(({ name, batches }) => recordFile(`records/${name}.ndjson`, batches, files)),
      { name: 'manifest.json', text: manifestOf(context, files) },
    ])
    isComplete = true
  } finally {
    const rows = files.reduce((sum, file) => sum + file.rows, 0)
    const detail = { rows, complete: isComplete, begun_at: begunAt }
    await recordActivity(db, context, { action: 'shop.exported', detail })
  }
}

type ManifestFile = { name: string; rows: number }

function recordFile(name: string, batches: AsyncIterable<string[]>, files: ManifestFile[]): ZipEntry {
  async function* text() {
    const file = { name, rows: 0 }
    for await (const lines of batches) {
      file.rows += lines.length
      if (lines.length > 0) yield lines.join('')
    }
    files.push(file)
  }
  return { name, text: text() }
}

async function* peopleOf({ engine, shop }: ActorContext): AsyncGenerator<string[], void> {
  const rows = await engine.db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      role: memberships.role,
      allowances: memberships.allowances,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.shopId, shop.id))
    .orderBy(asc(users.id))
  yield rows.map((row) => `${JSON.stringify(row)}\n`)
}

/** Written last, when all rows are counted. A file without it was cut. */
async function* manifestOf(
  { engine, shop, actor }: ActorContext,
  files: readonly ManifestFile[],
): AsyncGenerator<string, void> {
  const manifest = {
    format: 'counterfoil-shop-export',
    version: 1,
    made_at: new Date().toISOString(),
    made_by: { id: actor.userId, name: actor.name },
    shop: await shopRecordOf({ engine, shop }),
    records: files,
    left_out: leftOutTables,
  }
  yield `${JSON.stringify(manifest, null, 2)}\n`
}
